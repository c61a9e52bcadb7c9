"""`judge problem check`: everything about a problem, each finding with its file and line."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs.languages import MissingTool
from judge import text
from judge.cases import Case, files
from judge.compare import Verdict
from judge.problem import description
from judge.problem.description import Fault
from judge.problem.generate import NAME, generated
from judge.problem.problem import (
    PARTS,
    VERDICTS,
    Problem,
    Submission,
    Test,
    read_text,
    statement_file,
)
from judge.problem.statement import Statement
from judge.problem.trial import Trial
from judge.runner import Result

_FOLDERS = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong_answer",
    Verdict.PE: "wrong_answer",
    Verdict.OLE: "wrong_answer",
    Verdict.RE: "run_time_error",
    Verdict.MLE: "run_time_error",
    Verdict.TLE: "time_limit_exceeded",
}
_MARGIN = 2
"""How many times the slowest accepted run the limit is, and the limit that of the too slow."""
_BESIDE = {".out", ".ans", ".args"}


def check(where: str | Path, seed: int | None = None) -> Iterator[Fault]:
    """Yield all that is wrong with the problem of a folder or a name, with the tests of a seed."""
    folder = Path(where)
    if (folder / description.FILE).is_file():
        try:
            described, faults = description.read(read_text(folder, description.FILE))
        except Fault as fault:
            described, faults = None, [fault]
        yield from faults
        if described is None:
            return
    problem = Problem.load(where)
    told = set()
    with Trial(problem, seed) as trial:
        for found in chain(_still(problem), _running(trial)):
            if str(found) not in told:
                told.add(str(found))
                yield found


def _still(problem: Problem) -> Iterator[Fault]:
    """Yield what is wrong before anything runs."""
    for part in (_parts, _folders, _submissions, _answers, _statements):
        try:
            yield from part(problem)
        except Fault as fault:
            yield fault
        except UserError as error:
            yield Fault("tests", None, "{reason}", reason=error)


def _parts(problem: Problem) -> Iterator[Fault]:
    described = problem.described
    named = {"checker": [described.checker], "interactor": [described.interactor]}
    for key, names in {**named, "include": described.include}.items():
        for name in filter(None, names):
            if not (problem.folder / name).is_file():
                yield _toml(problem, key, "沒有 {name} 這個檔案", name=name)
    if problem.program("validate") is None and not problem.grader:
        yield Fault("validate.py", None, "沒有檢查輸入的程式（validate.py，或其他語言）")
    problem.program("generate")


def _folders(problem: Problem) -> Iterator[Fault]:
    for part, known in (("submissions", VERDICTS), ("tests", PARTS)):
        for path in sorted((problem.folder / part).glob("*")):
            if path.name not in known and not path.name.startswith((".", "_")):
                yield Fault(f"{part}/{path.name}", None, "這裡只有 {known}", known="、".join(known))
    for part in PARTS:
        folder = problem.folder / "tests" / part
        used: set[Path] = {*files(folder)} if folder.is_dir() else set()
        for path in sorted(folder.glob("*")):
            place = f"tests/{part}/{path.name}"
            if path.suffix in _BESIDE and path not in used:
                yield Fault(place, None, "旁邊沒有 {name}", name=f"{path.stem}.in")
            if path.suffix == ".in" and not NAME.fullmatch(path.stem):
                yield Fault(place, None, "測試的名稱只能有英文字母、數字、_、. 和 -")


def _submissions(problem: Problem) -> Iterator[Fault]:
    keys = set()
    for submission in problem.submissions:
        try:
            key = submission.language.key
        except Fault as fault:
            yield fault
        else:
            keys |= {key} if submission.verdict == "accepted" else set()
    if problem.grader:
        return  # homework is handed in, and the grader may have tests of its own
    if not any(each.verdict == "accepted" for each in problem.submissions):
        yield Fault("submissions/accepted", None, "沒有正確的程式")
    for key in problem.described.languages:
        if key not in keys:
            yield _toml(problem, "languages", "沒有用 {language} 寫的正確程式", language=key)


def _answers(problem: Problem) -> Iterator[Fault]:
    written = problem.written
    if not any(test.sample for test in written) and not problem.grader:
        yield Fault("tests/sample", None, "沒有範例")
    if all(test.sample for test in written) and problem.program("generate") is None:
        yield Fault("tests/secret", None, "沒有測試，也沒有產生測試的 generate.py")
    for test in written:
        if test.answer is None and problem.answered:
            yield Fault(test.file, None, "沒有答案：旁邊要有 .out")


def _statements(problem: Problem) -> Iterator[Fault]:
    for tag in problem.described.names:
        name = statement_file(tag)
        try:
            statement = Statement(problem.statement(tag), name, problem.folder)
        except Fault as fault:
            yield fault
            continue
        yield from statement.faults
        if problem.answered:
            yield from _samples(problem, statement)
    for path in sorted(problem.folder.glob("statement.*.md")):
        tag = path.name.split(".")[1]
        if tag not in problem.described.names:
            yield _toml(problem, "names", "{file} 的題目沒有名稱", file=path.name)


def _samples(problem: Problem, statement: Statement) -> Iterator[Fault]:
    """Yield where the samples in a statement are not those of the tests."""
    files, blocks = problem.samples, statement.samples
    for name in sorted(files.keys() - blocks.keys()):
        yield Fault(statement.file, None, "裡面沒有範例：要有一段 ```{name}", name=name)
    for name, (line, shown) in blocks.items():
        if name not in files:
            yield Fault(statement.file, line, "沒有這個範例：tests/sample/{name}", name=name)
        elif shown.strip() and shown.rstrip() != files[name].rstrip():
            yield Fault(statement.file, line, "和 tests/sample/{name} 不一樣", name=name)


def _running(trial: Trial) -> Iterator[Fault]:
    """Yield what is wrong with tests and programs when they run."""
    try:
        trial.validator  # noqa: B018  (it is compiled here)
        if not trial.problem.grader:
            trial.reference  # noqa: B018
        again = generated(trial.problem, trial.seed)
        cases = [(test, trial.write(test)) for test in trial.tests]
    except Fault as fault:
        yield fault
        return
    made = [test for test in trial.tests if _is_made(test)]
    if [(test.name, test.input) for test in again] != [(test.name, test.input) for test in made]:
        yield Fault(made[0].file, None, "同一個種子要產生同樣的測試，兩次卻不一樣")
    yield from _inputs(trial)
    yield from _groups(trial)
    for submission in trial.problem.submissions:
        try:
            yield from _verdict(trial, submission, cases)
        except Fault as fault:
            yield fault
        except MissingTool as error:
            yield Fault(submission.place, None, "{reason}", reason=error)


def _inputs(trial: Trial) -> Iterator[Fault]:
    seen: dict[bytes, Test] = {}
    for test in trial.tests:
        other = seen.setdefault(test.input, test)
        if other is not test and other.arguments == test.arguments:
            parts = {"test": _named(test), "other": other.name}
            yield Fault(test.file, None, "{test}和 {other} 的輸入一樣", **parts)
        reason = trial.invalid(test.input)
        if reason is not None:
            first, *_, last = reason.splitlines() * 2
            said = last if first.startswith("Traceback ") else first
            parts = {"test": _named(test), "reason": said}
            yield Fault(
                test.file, _line_in(said), "{test}驗證程式不接受這個輸入：{reason}", **parts
            )


def _groups(trial: Trial) -> Iterator[Fault]:
    used = set()
    for test in trial.tests:
        group = trial.problem.group(test)
        used.add(group)
        if group is None and not test.sample:
            yield Fault(test.file, None, "{test}不在任何一組（groups）裡", test=_named(test))
    for group in trial.problem.described.groups:
        if group not in used:
            yield _toml(trial.problem, "groups", "這一組沒有測試：{pattern}", pattern=group.tests)


def _verdict(
    trial: Trial, submission: Submission, cases: list[tuple[Test, Case]]
) -> Iterator[Fault]:
    """Judge a submission; yield where it does not get the verdict of its folder."""
    right, slow = submission.verdict == "accepted", submission.verdict == "time_limit_exceeded"
    limits = trial.problem.limits(_MARGIN if slow else 1)
    judged = trial.judged(submission, limits)
    limit, slowest = trial.problem.described.time, 0.0
    for test, case in cases:
        result = judged(case)
        slowest = max(slowest, result.ended.cpu)
        if result.verdict is Verdict.AC:
            continue
        told = text.reason(result, limits)
        if right:
            yield _not_accepted(test, submission, result, told)
        elif _FOLDERS.get(result.verdict) != submission.verdict:
            parts = {"test": test.name, "verdict": result.verdict, "reason": told}
            yield Fault(submission.place, None, "在 {test} 得到 {verdict}：{reason}", **parts)
        if not right:
            return
    parts = {"file": submission.place, "seconds": f"{slowest:.2f}", "limit": f"{limit:g}"}
    if right and _MARGIN * slowest > limit:
        template = "{file} 最慢 {seconds} 秒，時間限制要有它的 {margin} 倍"
        yield _toml(trial.problem, "time", template, margin=_MARGIN, **parts)
    elif slow and slowest > limit:
        template = "最慢 {seconds} 秒，不到時間限制 {limit} 秒的兩倍"
        yield Fault(submission.place, None, template, **parts)
    elif not right:
        yield Fault(submission.place, None, "每個測試都通過了")


def _not_accepted(test: Test, submission: Submission, result: Result, told: str) -> Fault:
    """Return the fault at the answer from which an accepted submission differs."""
    file, line = test.file, None
    if result.difference is not None and not result.on_stderr:
        line = result.difference.expected.line
        file = file if _is_made(test) else f"{file.removesuffix('.in')}.out"
    parts = {"test": _named(test), "program": submission.place, "verdict": result.verdict}
    template = "{test}{program} 得到 {verdict}：{reason}"
    return Fault(file, line, template, reason=told, **parts)


def _is_made(test: Test) -> bool:
    return test.file.startswith("generate.")


def _named(test: Test) -> str:
    """Return the name of a test that has no file of its own."""
    return say("測試 {name}：", name=test.name) if _is_made(test) else ""


def _line_in(reason: str) -> int | None:
    """Return the line that a validator names, in English or in Chinese."""
    found = re.search(r"(?:line|\u7b2c) ?(\d+)", reason)
    return None if found is None else int(found[1])


def _toml(problem: Problem, key: str, template: str, **parts: object) -> Fault:
    line = description.line_of(key, read_text(problem.folder, description.FILE))
    return Fault(description.FILE, line, template, **parts)
