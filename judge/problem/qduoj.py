"""The package for QDUOJ: a zip with ``1/problem.json`` and the tests by number.

Sources: QingdaoU OnlineJudge, ``problem/serializers.py`` (`ImportProblemSerializer`),
``problem/views/admin.py`` (`ImportProblemAPI`, `TestCaseZipProcessor`), ``utils/xss_filter.py``;
OnlineJudgeFE, ``src/plugins/katex.js`` (formulas). QDUOJ ignores only blanks at the end of an
output. For any other comparison it needs a special judge in C or C++, which gets input and output
alone (``judge/dispatcher.py``, ``judge/languages.py``; JudgeServer, ``server/judge_client.py``) and
cannot start another program. Pictures are ``data:`` addresses, which its filter lets through.
"""

import html
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs.languages import of_file
from judge.cases import Case
from judge.problem.description import POINTS, Group
from judge.problem.files import Files, as_json, pair, samples, shared
from judge.problem.problem import Problem
from judge.problem.statement import credits, statement
from judge.problem.trial import Trial

LONGEST_SOURCE = 200
LONGEST_TITLE = 128
LONGEST_TAG = 30
MOST_SECONDS, MOST_MIB = 60, 1024
MOST_ANSWERS = 4 << 20
"""Most bytes of answers in a special judge, because its compiler has ten seconds."""
_SPJ = Path(__file__).with_name("spj.cpp")
_SPOKEN = {"c": "C", "cpp": "C++"}
"""QDUOJ's names for the languages of a special judge."""
_PARTS = "description", "input_description", "output_description"


def files(trial: Trial) -> Files:
    """Yield the files of the package."""
    described, groups = trial.problem.described, trial.problem.grouped(trial.tests)
    secret = [test for _, tests in groups for test in tests]
    if described.time > MOST_SECONDS or described.memory > MOST_MIB:
        parts = {"seconds": MOST_SECONDS, "memory": MOST_MIB}
        raise UserError("qduoj 的限制至多 {seconds} 秒、{memory} MiB", **parts)
    for number, test in enumerate(secret, start=1):
        yield from pair(test, f"1/testcase/{number}")
    scores = [score for group, tests in groups for score in _scores(group, tests)]
    yield "1/problem.json", _metadata(trial, secret, scores)


def _scores(group: Group, tests: Sequence[Case]) -> list[int]:
    """Return the points of tests: QDUOJ has none by group, and at least one for each test."""
    return [max(1, part) for part in shared(group.points, len(tests))]


def changes(trial: Trial, package: Path) -> Iterator[str]:
    """Yield what the format changes in the points, if a program can get a part of them."""
    if not trial.problem.described.is_scored:
        return
    groups = trial.problem.grouped(trial.tests)
    for group, tests in groups:
        parts = {"group": group.tests, "points": group.points, "count": len(tests)}
        if group.rule == "all" and len(tests) > 1:
            template = "qduoj：{group} 的 {points} 分不再是全對才有，分給 {count} 個測試：{scores}"
            yield say(template, scores=" ".join(map(str, _scores(group, tests))), **parts)
    total = sum(sum(_scores(*group)) for group in groups)
    if total != POINTS:
        template = "qduoj：總分是 {total}（bonus 的組也算在內，每個測試至少 1 分）"
        yield say(template, total=total)


def _metadata(trial: Trial, secret: Sequence[Case], scores: list[int]) -> bytes:
    described = trial.problem.described
    tag = next(iter(described.names))
    prose = statement(trial.problem, tag, footer=False).without_samples()
    parts = map(_html, prose.parts(html=True))
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
        "samples": [{"input": data, "output": answer} for data, answer in samples(trial)],
        "template": {},
        "spj": _special(trial.problem, secret),
        "rule_type": "OI" if described.is_scored else "ACM",
        "source": (described.source or described.author)[:LONGEST_SOURCE],
        "answers": [],
        "tags": [described.author[:LONGEST_TAG]],
    }
    return as_json(body)


def _special(problem: Problem, secret: Sequence[Case]) -> dict[str, str] | None:
    """Return the special judge, or None if QDUOJ's own comparison suffices."""
    described = problem.described
    if described.checker:
        own = problem.helper("spj")
        name = next(iter(own), "")
        language = of_file(name)
        if language is None or language.key not in _SPOKEN:
            template = "qduoj 不能執行 {checker}：旁邊要有 C++ 的 spj.cpp，它只得到輸入和輸出的檔名"
            raise UserError(template, checker=described.checker)
        return {"code": own[name].decode(errors="replace"), "language": _SPOKEN[language.key]}
    rule, answers = described.compare, [test.contents()[1] for test in secret]
    if rule == "exact" or (rule == "lines" and not any(b"\n" in data.strip() for data in answers)):
        return None
    if sum(map(len, answers)) > MOST_ANSWERS:
        most = f"{MOST_ANSWERS >> 20} MiB"
        raise UserError("qduoj 要用 {rule} 比對的答案至多 {most}", rule=rule, most=most)
    head = [
        f"static const long double TOLERANCE = {rule.partition(':')[2] or -1}L;",
        f"static const bool BY_LINE = {'true' if rule == 'lines' else 'false'};",
        "static const char* const ANSWERS[] = {",
        *(f"    {_literal(answer)}," for answer in answers),
        "};",
    ]
    return {"code": "\n".join([*head, _SPJ.read_text(encoding="utf-8")]), "language": "C++"}


def _literal(data: bytes) -> str:
    """Return bytes as a C++ string literal, one line of source per line."""
    rows = (
        "".join(chr(b) if 32 <= b < 127 and b not in b'"\\?' else f"\\{b:03o}" for b in row)
        for row in data.splitlines(keepends=True)
    )
    return "\n    ".join(f'"{row}"' for row in rows) or '""'


def _html(text: str) -> dict[str, str]:
    return {"format": "html", "value": text}
