"""The package for Normal-OJ: a flat zip of the tests, and the problem as a request to its API.

Sources: Normal-OJ Back-End, ``mongo/problem/test_case.py`` (the zip), ``mongo/problem/problem.py``
and ``mongo/engine.py`` (the problem), ``model/auth.py`` and ``model/problem.py`` (the requests);
Sandbox, ``executor/submission.py`` (outputs are compared
without blanks at the ends of lines and without blank lines at the end; nothing reads its
``special_judge``); new-front-end, ``src/utils/renderMarkdown.ts`` (no HTML, ``data:`` pictures).
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from shlex import quote

from cardjudge.errors import UserError
from cardjudge.language import say
from judge.cases import Case
from judge.problem.files import Files, as_json, pair, samples, shared, submissions, zipped
from judge.problem.statement import credits, statement
from judge.problem.trial import Trial

MOST = 100
"""Most tasks, and most tests of a task: their numbers have two digits."""
LONGEST_SAMPLE = 1024
LONGEST_NAME = 64
LONGEST_TEXT = 100_000
ALLOWED = {"c": 1, "cpp": 2, "python": 4}
_REQUESTS = """\
  curl -c cookies --json '{"username": "USER", "password": "PASSWORD"}' API/auth/session
  curl -b cookies --json @BODY API/problem/manage
  curl -b cookies -X PUT -F case=@TESTS API/problem/manage/ID""".replace(
    "API", "https://noj.tw/api"
)


def files(trial: Trial) -> Files:
    """Yield the files of the package."""
    problem = trial.problem
    tasks = _tasks(trial)
    if len(tasks) > MOST or any(len(tests) > MOST for _, tests in tasks):
        raise UserError("noj 至多 {most} 組，每組至多 {most} 個測試", most=MOST)
    numbered = (
        pair(test, f"{task:02}{number:02}")
        for task, (_, tests) in enumerate(tasks)
        for number, test in enumerate(tests)
    )
    yield "test_case.zip", zipped(chain.from_iterable(numbered))
    for tag in problem.described.names:
        yield f"problem.{tag}.json", _request(trial, tag, tasks)
    yield from submissions(trial)


def _tasks(trial: Trial) -> list[tuple[int, list[Case]]]:
    """Return the samples, worth 0 points, then each group or, of an ``each`` group, each test."""
    tasks = [(0, [test for test in trial.tests if test.sample])]
    for group, tests in trial.problem.grouped(trial.tests):
        if group.rule == "each":
            shares = shared(group.points, len(tests))
            tasks += [(share, [test]) for share, test in zip(shares, tests, strict=True)]
        else:
            tasks.append((group.points, tests))
    return tasks


def requests(trial: Trial, package: Path) -> Iterator[str]:
    """Yield what a teacher types to make the problem and to upload its tests."""
    body = quote(str(package / f"problem.{next(iter(trial.problem.described.names))}.json"))
    tests = quote(str(package / "test_case.zip"))
    template = (
        "noj：在 {file} 把 COURSE 換成課程的名稱，再輸入（換掉大寫的字；ID 是第二個要求的回答）："
    )
    yield say(template, file=body)
    yield _REQUESTS.replace("BODY", body).replace("TESTS", tests)


def _request(trial: Trial, tag: str, tasks: list[tuple[int, list[Case]]]) -> bytes:
    """Return the body of the request that makes the problem; the teacher fills in the course."""
    described = trial.problem.described
    prose = statement(trial.problem, tag, footer=False).with_pictures()
    if len(described.names[tag]) > LONGEST_NAME:
        raise UserError("noj 的題目名稱至多 {most} 個字", most=LONGEST_NAME)
    pairs = samples(trial)
    short = all(len(text) <= LONGEST_SAMPLE for pair in pairs for text in pair)
    if short:
        prose = prose.without_samples()
    text, input, output = prose.parts()
    if max(map(len, (text, input, output))) > LONGEST_TEXT:
        most = {"most": LONGEST_TEXT, "file": prose.file}
        raise UserError("noj 的敘述連同圖至多 {most} 個字元：{file}", **most)
    body = {
        "courses": ["COURSE"],
        "problemName": described.names[tag],
        "status": 1,
        "type": 0,
        "description": {
            "description": text,
            "input": input,
            "output": output,
            "hint": credits(trial.problem, tag),
            "sampleInput": [sample for sample, _ in pairs] if short else [],
            "sampleOutput": [answer for _, answer in pairs] if short else [],
        },
        "tags": [],
        "quota": -1,
        "allowedLanguage": sum(ALLOWED.get(key, 0) for key in described.languages),
        "canViewStdout": False,
        "defaultCode": "",
        "testCaseInfo": {
            "language": 0,
            "fillInTemplate": "",
            "tasks": [
                {
                    "taskScore": points,
                    "caseCount": len(tests),
                    "memoryLimit": described.memory * 1024,
                    "timeLimit": round(described.time * 1000),
                }
                for points, tests in tasks
            ],
        },
    }
    return as_json(body)
