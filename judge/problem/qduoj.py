"""The package for QDUOJ: a zip with ``1/problem.json`` and the tests by number.

Sources: QingdaoU OnlineJudge, ``problem/serializers.py`` (`ImportProblemSerializer`),
``problem/views/admin.py`` (`ImportProblemAPI`, `TestCaseZipProcessor`), ``utils/xss_filter.py``;
OnlineJudgeFE, ``src/plugins/katex.js`` (formulas). Its judge drops blanks at the end of an output,
and nothing else.
"""

import html
from collections.abc import Iterator

from cardjudge.errors import UserError
from judge.problem.files import File, as_json, by_group, credits, pair, shared, statement
from judge.problem.trial import Trial

LONGEST_SOURCE = 200
LONGEST_TITLE = 128
LONGEST_TAG = 30
MOST_SECONDS, MOST_MIB = 60, 1024
_PARTS = "description", "input_description", "output_description"


def files(trial: Trial) -> Iterator[File]:
    """Yield the files of the package."""
    described = trial.problem.described
    _, *groups = by_group(trial)
    secret = [test for _, tests in groups for test in tests]
    for test in secret:
        if described.compare == "lines" and (test.answer or b"").strip().count(b"\n"):
            raise UserError(
                "qduoj 只會忽略輸出最後的空白，不能用 lines：{test} 的答案有好幾行", test=test.name
            )
    if described.time > MOST_SECONDS or described.memory > MOST_MIB:
        parts = {"seconds": MOST_SECONDS, "memory": MOST_MIB}
        raise UserError("qduoj 的限制至多 {seconds} 秒、{memory} MiB", **parts)
    for number, test in enumerate(secret, start=1):
        yield from pair(test, f"1/testcase/{number}")
    # A test has points here, and no group has; each has at least one.
    scores = [max(1, part) for points, tests in groups for part in shared(points, len(tests))]
    yield File("1/problem.json", _described(trial, scores))


def _described(trial: Trial, scores: list[int]) -> str:
    described = trial.problem.described
    tag = next(iter(described.names))
    told = statement(trial, tag, footer=False).without_samples()
    if told.pictures:
        raise UserError("qduoj 的題目不能帶圖：{picture}", picture=told.pictures[0])
    parts = map(_html, told.parts(html=True))
    body = {
        "display_id": described.id,
        "title": described.names[tag][:LONGEST_TITLE],
        **dict(zip(_PARTS, parts, strict=True)),
        "hint": _html(f"<p>{html.escape(credits(trial.problem, tag))}</p>"),
        "test_case_score": [
            {"score": score, "input_name": f"{number}.in", "output_name": f"{number}.out"}
            for number, score in enumerate(scores, start=1)
        ],
        "time_limit": round(described.time * 1000),
        "memory_limit": described.memory,
        "samples": [
            {"input": test.input.decode(), "output": (test.answer or b"").decode()}
            for test in trial.tests
            if test.sample
        ],
        "template": {},
        "spj": None,
        "rule_type": "OI" if len(described.groups) > 1 else "ACM",
        "source": (described.source or described.author)[:LONGEST_SOURCE],
        "answers": [],
        "tags": [described.author[:LONGEST_TAG]],
    }
    return as_json(body)


def _html(text: str) -> dict[str, str]:
    return {"format": "html", "value": text}
