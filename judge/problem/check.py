"""`judge problem check`: finds every fault of a problem, with its file and line."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.programs.languages import MissingTool
from cardjudge.programs.process import run
from cardjudge.programs.sandbox import Mode
from judge import text
from judge.cases import Case
from judge.compare import Verdict
from judge.problem import author, description
from judge.problem.conventions import WRONG_TYPE
from judge.problem.description import POINTS, Fault
from judge.problem.files import statement
from judge.problem.generate import command, failure, generated
from judge.problem.inputs import spoiled
from judge.problem.pages import refused
from judge.problem.places import misplaced
from judge.problem.problem import Problem, Submission, Test, read_text
from judge.problem.statement import Statement
from judge.problem.trial import Trial
from judge.runner import Result

_AMONG = {
    "wrong_answer": {Verdict.WA, Verdict.PE, Verdict.OLE, Verdict.AC},
    "run_time_error": {Verdict.RE, Verdict.MLE},
    "time_limit_exceeded": {Verdict.TLE},
}
"""Allowed verdicts for the first test that a program of a folder does not pass in full."""
_SHOWN = 60
"""Bytes of an input that a fault shows."""
_MARGIN = 2
"""The limit is at least this many times the slowest accepted run, and the slow runs this many
times the limit."""
_JUNK = 3
"""Inputs that are spoilt to test the validator."""
_STRATEGY_TRIES = 20
_LINE = re.compile(r"(?:line|\u7b2c) ?(\d+)")
"""Matches the line number in a validator's message, in English or in Chinese."""
_MARKS = {b"\xef\xbb\xbf": "BOM", b"\r\n": "CRLF（Windows 的換行）"}
Seen: TypeAlias = "Callable[[Submission, Test, Result], None]"
"""A function that is called for each run."""


def check(
    where: str | Path,
    seed: int | None = None,
    seen: Seen = lambda *_: None,
    mode: Mode = "auto",
) -> Iterator[Fault]:
    """Yield all faults of a problem, given by folder or name, with the tests of a seed.

    `mode` is that of the sandbox.
    """
    folder = Path(where)
    if (folder / description.FILE).is_file():
        try:
            described, faults = description.read(read_text(folder, description.FILE))
        except Fault as fault:
            described, faults = None, [fault]
        yield from faults
        if described is None:
            return
    problem = Problem.load(where, mode)
    told = set()
    with Trial(problem, seed) as trial:
        still = (part(problem) for part in (_parts, misplaced, _submissions, _answers, _statements))
        for found in chain.from_iterable(map(_caught, (*still, _running(trial, seen)))):
            if str(found) not in told:
                told.add(str(found))
                yield found


def _caught(faults: Iterator[Fault]) -> Iterator[Fault]:
    """Yield faults; an exception becomes the last one."""
    try:
        yield from faults
    except Fault as fault:
        yield fault
    except UserError as error:
        yield Fault("tests", None, "{reason}", reason=error)


def _parts(problem: Problem) -> Iterator[Fault]:
    described = problem.described
    for key, name in ("checker", described.checker), ("interactor", described.interactor):
        if name and not (problem.folder / name).is_file():
            yield _toml(problem, key, "沒有 {name} 這個檔案", name=name)
    if problem.program("validate") is None and not problem.grader:
        yield Fault("validate.py", None, "沒有檢查輸入的程式（validate.py，或其他語言）")
    problem.stubs  # noqa: B018  (each file has a language)


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
    verdicts = {each.verdict for each in problem.submissions}
    if "accepted" not in verdicts:
        yield Fault("submissions/accepted", None, "沒有正確的程式")
    if verdicts <= {"accepted"}:
        yield Fault("submissions/wrong_answer", None, "沒有錯的程式，不知道測試能不能抓到錯")
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
            told = "沒有答案：旁邊要有 .out，judge answers {folder} 會寫"
            yield Fault(test.file, None, told, folder=problem.folder)


def _statements(problem: Problem) -> Iterator[Fault]:
    statements = []
    for tag in problem.described.names:
        try:
            statements.append(statement(problem, tag))
        except Fault as fault:
            yield fault
    for one in statements:
        yield from one.faults
        if problem.answered:
            yield from _samples(problem, one)
    for path in sorted(problem.folder.glob("statement.*.md")):
        tag = path.name.split(".")[1]
        if tag not in problem.described.names:
            yield _toml(problem, "names", "{file} 的題目沒有名稱", file=path.name)
    yield from refused(statements)


def _samples(problem: Problem, statement: Statement) -> Iterator[Fault]:
    """Yield the samples in a statement that differ from those of the tests."""
    files, blocks = problem.samples, statement.samples
    for name in sorted(files.keys() - blocks.keys()):
        yield Fault(statement.file, None, "裡面沒有範例：要有一段 ```{name}", name=name)
    for name, (line, shown) in blocks.items():
        if name not in files:
            yield Fault(statement.file, line, "沒有這個範例：tests/sample/{name}", name=name)
        elif shown.strip() and shown.rstrip() != files[name].rstrip():
            yield Fault(statement.file, line, "和 tests/sample/{name} 不一樣", name=name)


def _running(trial: Trial, seen: Seen) -> Iterator[Fault]:
    """Yield the faults of tests and programs when they run."""
    trial.validator  # noqa: B018  (this compiles it)
    if not trial.problem.grader:
        trial.reference  # noqa: B018
    again = generated(trial.problem, trial.seed)
    cases = [(test, trial.write(test)) for test in trial.tests]
    made = [test for test in trial.tests if _is_made(test)]
    if [(test.name, test.input) for test in again] != [(test.name, test.input) for test in made]:
        yield Fault(made[0].file, None, "同一個種子要產生同樣的測試，兩次卻不一樣")
    for part in (_inputs, _junk, _drawn, _groups, _special):
        yield from _caught(part(trial))
    yield from _referee(trial, cases)  # if the referee fails, no program can be judged
    for submission in trial.problem.submissions:
        try:
            yield from _verdict(trial, submission, cases, seen)
        except Fault as fault:
            yield fault
            if fault.file in (trial.problem.described.checker, trial.problem.described.interactor):
                return
        except MissingTool as error:
            yield Fault(submission.place, None, "{reason}", reason=error)


def _inputs(trial: Trial) -> Iterator[Fault]:
    others: dict[bytes, Test] = {}
    for test in trial.tests:
        other = others.setdefault(test.input, test)
        if other is not test and other.arguments == test.arguments:
            parts = {"test": _named(test), "other": other.name}
            yield Fault(test.file, None, "{test}和 {other} 的輸入一樣", **parts)
        reason = trial.invalid(test.input)
        if reason is not None:
            first, *_, last = reason.splitlines() * 2
            said = last if first.startswith("Traceback ") else first
            marks = [say(name) for mark, name in _MARKS.items() if mark in test.input]
            parts = {"test": _named(test), "reason": say("；").join([said, *marks])}
            told, named = "{test}驗證程式不接受這個輸入：{reason}", _LINE.search(said)
            yield Fault(test.file, int(named[1]) if named else None, told, **parts)


def _junk(trial: Trial) -> Iterator[Fault]:
    """Yield the kinds of spoilt inputs that the validator accepts by mistake."""
    path = trial.problem.program("validate")
    if path is None:
        return
    tests = sorted(trial.tests, key=lambda test: len(test.input))
    valid = [test for test in tests if trial.invalid(test.input) is None]
    found: dict[str, str] = {}
    for test in valid[:_JUNK]:
        kinds: dict[str, list[bytes]] = {}
        for what, spoilt in spoiled(test.input):
            kinds.setdefault(what, []).append(spoilt)
        for what, inputs in kinds.items():
            # A number may be a name and so take any value, but another number would be refused.
            if what not in found and all(trial.invalid(spoilt) is None for spoilt in inputs):
                found[what] = quote(inputs[0][:_SHOWN].decode(errors="replace"))
    for what, example in found.items():
        told = "接受了不該接受的輸入，{what}：{example}"
        yield Fault(path.name, None, told, what=say(what), example=example)


def _drawn(trial: Trial) -> Iterator[Fault]:
    """Yield the faults of explain.py, and of a few inputs that strategy.py draws."""
    path = trial.problem.folder / "explain.py"
    if path.is_file():
        cases = (trial.write(test) for test in trial.tests if test.answer is not None)
        files = next(([case.input, case.answer] for case in cases), [])
        words = command(path, "explain", *files)
        ended, _ = run(words, limits=author.LIMITS, sandbox=trial.box())
        if fault := failure(path.name, ended):
            yield fault
    path = trial.problem.folder / "strategy.py"
    if not path.is_file():
        return
    words = command(path, "inputs", trial.seed, _STRATEGY_TRIES)
    ended, drawn = run(words, limits=author.LIMITS, sandbox=trial.box())
    if fault := failure(path.name, ended):
        yield fault
    for line in drawn.splitlines():
        data = json.loads(line).encode("latin-1")
        if (reason := trial.invalid(data)) is not None:
            shown = quote(data[:_SHOWN].decode(errors="replace"))
            parts = {"reason": reason.splitlines()[-1], "input": shown}
            yield Fault(path.name, None, "驗證程式不接受它的輸入 {input}：{reason}", **parts)
            return


def _special(trial: Trial) -> Iterator[Fault]:
    """Yield the tests where QDUOJ's special judge disagrees with the checker."""
    program = trial.problem.program("spj")
    if program is None or not trial.problem.described.checker:
        return
    built, output = trial.helper("spj"), trial.folder / "output"
    assert built is not None
    for test in trial.tests:
        case = trial.write(test)
        for data, right in ((test.answer or b"", True), (b"", False)):
            output.write_bytes(data)
            words = [*built.command, str(case.input), str(output)]
            ended, _ = run(words, limits=author.LIMITS, sandbox=trial.box(built.folder))
            if ended.exceeded or ended.status not in (0, 1):
                raise failure(program.name, ended) or AssertionError
            if (ended.status == 0) != right and (right or test.answer):
                told = "在 {test} 不接受答案" if right else "在 {test} 接受了什麼都沒有輸出的程式"
                yield Fault(program.name, None, told, test=test.name)
                return


def _referee(trial: Trial, cases: list[tuple[Test, Case]]) -> Iterator[Fault]:
    """Yield an empty output that the checker or interactor accepts; Fault if it fails."""
    described = trial.problem.described
    name = described.checker or described.interactor
    if not name:
        return
    program, limits = [sys.executable, "-c", ""], trial.problem.limits()
    judged = trial.runner(program, limits, trial.box())
    for test, case in cases:
        if test.answer is None or test.answer.strip():
            result = _sound(trial, judged(case))
            if result.verdict is Verdict.AC:
                yield Fault(name, None, "在 {test} 接受了什麼都沒有輸出的程式", test=test.name)
            return


def _sound(trial: Trial, result: Result) -> Result:
    """Return a result; Fault if the checker or interactor failed."""
    if result.verdict is not Verdict.SE:
        return result
    described = trial.problem.described
    name, how = described.checker or described.interactor, result.comment.splitlines()[0]
    line = None
    if found := re.search(rf"{re.escape(name)}:(\d+): ", how):
        how = how.replace(found[0], "")
        # The call of the function follows the last line of the author's file.
        written = len(read_text(trial.problem.folder, name).splitlines())
        line = int(found[1]) if int(found[1]) <= written else None
    kind, is_type, what = how.partition(WRONG_TYPE)
    if is_type:
        told = "judge() 要傳回 None、True、False、文字或 0 到 1 的數，不是 {what}"
        how = kind + say(told, what=what)
    raise Fault(name, line, "在 {test} 失敗了：{how}", test=result.case.name, how=how)


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
    folders = sorted({test.name.partition("/")[0] for test in trial.tests if "/" in test.name})
    if folders and trial.problem.described.own_groups is None:
        told = "資料夾是組，要有分數：groups = [{rows}]"
        rows = ", ".join(f'{{ tests = "{name}/*", points = … }}' for name in folders)
        yield Fault(description.FILE, None, told, rows=rows)


def _verdict(
    trial: Trial, submission: Submission, cases: list[tuple[Test, Case]], seen: Seen
) -> Iterator[Fault]:
    """Judge a submission; yield where its verdict does not fit its folder."""
    right, slow = submission.verdict == "accepted", submission.verdict == "time_limit_exceeded"
    limits = trial.problem.limits(_MARGIN if slow else 1)
    judged = trial.judged(submission, limits)
    described = trial.problem.described
    limit, slowest, failed = described.time, 0.0, False
    for test, case in cases:
        result = _sound(trial, judged(case))
        seen(submission, test, result)
        slowest = max(slowest, result.ended.cpu)
        if result.verdict is Verdict.AC and result.points in (None, POINTS):
            continue
        told = text.reason(result, limits)
        if right:
            yield _not_accepted(test, submission, result, told)
        elif not failed and result.verdict not in _AMONG[submission.verdict]:
            parts = {"test": test.name, "verdict": result.verdict, "reason": told}
            yield Fault(submission.place, None, "在 {test} 得到 {verdict}：{reason}", **parts)
        failed = True
        if slow:
            break  # each further test would take twice the limit
    if failed and not right:
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
    """Return the fault of an accepted submission, at the answer that it differs from."""
    file, line = test.file, None
    if result.difference is not None and not result.on_stderr:
        ours, theirs = result.difference.expected.excerpt, result.difference.came.excerpt
        parts = {"reason": told, "expected": quote(ours), "came": quote(theirs)}
        told = say("{reason}：答案是{expected}，它印出{came}", **parts)
        line = result.difference.expected.line
        file = file if _is_made(test) else f"{file.removesuffix('.in')}.out"
    parts = {"test": _named(test), "program": submission.place, "verdict": result.verdict}
    template = "{test}{program} 得到 {verdict}：{reason}"
    return Fault(file, line, template, reason=told, **parts)


def _is_made(test: Test) -> bool:
    return test.file.startswith("generate.")


def _named(test: Test) -> str:
    """Return the name of a test without a file of its own; empty for others."""
    return say("測試 {name}：", name=test.name) if _is_made(test) else ""


def _toml(problem: Problem, key: str, template: str, **parts: object) -> Fault:
    line = description.line_of(key, read_text(problem.folder, description.FILE))
    return Fault(description.FILE, line, template, **parts)
