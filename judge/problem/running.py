"""The faults of a problem that only its programs show: those of tests, programs and referees."""

import json
import os
import re
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from cardjudge.commands.extras import needed
from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say
from cardjudge.programs.languages import MissingTool
from cardjudge.programs.process import run
from cardjudge.screen import show_progress
from judge import text
from judge.cases import Case
from judge.problem import description
from judge.problem.description import POINTS, WHOLE, Doubt, Fault, Unchecked, within
from judge.problem.generate import called, demand, generated
from judge.problem.hack import Search, hack
from judge.problem.inputs import beginning, miscounted, spoiled
from judge.problem.problem import INVALID, Submission
from judge.problem.referees import faults, sound
from judge.problem.trial import Trial
from judge.runner import Result
from judge.verdicts import Verdict

_AMONG = {
    "wrong_answer": {Verdict.WA, Verdict.PE, Verdict.OLE, Verdict.AC},
    "run_time_error": {Verdict.RE, Verdict.MLE},
    "time_limit_exceeded": {Verdict.TLE},
}
"""Allowed verdicts for the first test that a program of a folder does not pass in full."""
_MARGIN = 2
"""The limit is at least this many times the slowest accepted run, and the slow runs this many
times the limit."""
_JUNK = 3
"""Inputs that are spoilt to test the validator."""
_STRATEGY_TRIES = 20
_DRAWN, _DRAWING = 100, 20.0
"""Inputs on which accepted programs are compared, and their CPU seconds for all together."""
_LINE = re.compile(r"(?:line|\u7b2c) ?(\d+)")
"""Matches the line number in a validator's message, in English or in Chinese."""
_MARKS = {b"\xef\xbb\xbf": "BOM", b"\xff\xfe": "UTF-16", b"\r\n": "CRLF（Windows 的換行）"}
OnRun: TypeAlias = "Callable[[Submission, Case, Result], None]"
"""A function that is called for each run."""


def running(trial: Trial, on_run: OnRun) -> Iterator[Fault]:
    """Yield the faults of tests and programs when they run."""
    trial.validators  # noqa: B018  (this compiles them)
    if not trial.problem.grader:
        trial.reference  # noqa: B018
    tests = [test for test in trial.tests if _is_made(test)]
    again, other = (generated(trial.problem, trial.seed ^ changed) for changed in (0, 1))
    if again != [(test.name, test.input.read_bytes()) for test in tests]:
        yield Fault(tests[0].source, None, "同一個種子要產生同樣的測試，兩次卻不一樣")
    if tests and {data for _, data in again} == {data for _, data in other}:
        template = "種子沒有作用：種子 {seed} 和 {other} 產生同樣的測試"
        yield Fault(tests[0].source, None, template, seed=trial.seed, other=trial.seed ^ 1)
    for part in (_inputs, _junk, _explanation, _strategy, _groups, _special):
        yield from caught(part(trial))
    yield from faults(trial)  # if the referee fails, no program can be judged
    for submission in trial.problem.submissions:
        try:
            yield from _verdict(trial, submission, on_run)
        except Fault as fault:
            yield fault
            if fault.file in (trial.problem.described.checker, trial.problem.described.interactor):
                return
        except MissingTool as error:
            yield Fault(submission.place, None, "{reason}", reason=error)
    yield from caught(_drawn(trial))


def caught(faults: Iterator[Fault]) -> Iterator[Fault]:
    """Yield faults; an exception becomes the last one."""
    try:
        yield from faults
    except Fault as fault:
        yield fault
    except UserError as error:
        yield Fault("tests", None, "{reason}", reason=error)


def _inputs(trial: Trial) -> Iterator[Fault]:
    others: dict[object, Case] = {}
    for test in trial.tests:
        data = test.input.read_bytes()
        other = others.setdefault((data, test.arguments, test.sample), test)
        if other is not test:
            parts = {"test": _name(test), "other": other.name}
            yield Doubt(test.source, None, "警告：{test}和 {other} 的輸入一樣", **parts)
        for sign, name in _MARKS.items():
            if sign in data:
                line = data.count(b"\n", 0, data.index(sign)) + 1
                parts = {"test": _name(test), "mark": say(name)}
                yield Fault(test.source, line, "{test}輸入有 {mark}", **parts)
        reason = trial.invalid(data, "" if test.sample else test.name)
        if reason is not None:
            template, parts = "{test}驗證程式不接受這個輸入：{reason}", {"test": _name(test)}
            match = None if _is_made(test) else _LINE.search(reason)
            at = int(match[1]) if match else None
            yield Fault(test.source, at, template, **parts, reason=reason)


def _junk(trial: Trial) -> Iterator[Fault]:
    """Yield the inputs in files, and the kinds of spoilt ones, that are accepted by mistake."""
    folder = trial.problem.folder / "tests" / INVALID
    for file in sorted(folder.rglob("*.in")):
        name = file.relative_to(folder).with_suffix("").as_posix()
        if trial.invalid(file.read_bytes(), name) is None:
            place = file.relative_to(trial.problem.folder).as_posix()
            yield Fault(place, None, "驗證程式接受了這個輸入")
    path = trial.problem.program("validate")
    if path is None:
        return
    inputs = sorted((test.input.read_bytes() for test in trial.tests), key=len)
    valid = [data for data in inputs if trial.invalid(data) is None]
    examples: dict[str, str] = {}
    spoilt = (spoiled(data, valid, trial.accepts) for data in valid[:_JUNK])
    for what, inputs in chain(*spoilt, miscounted(valid)):
        if what not in examples and all(map(trial.accepts, inputs)):
            examples[what] = beginning(inputs[0])
    for what, example in examples.items():
        template = "接受了不該接受的輸入，{what}：{example}"
        yield Fault(path.name, None, template, what=say(what), example=example)


def _explanation(trial: Trial) -> Iterator[Fault]:
    """Call explain.py for a test in both languages; Fault if it fails."""
    path = trial.problem.folder / "explain.py"
    for test in trial.tests[:1] if path.is_file() else ():
        files = test.input, test.answer or Path(os.devnull), Path(os.devnull)
        for language in "zh", "en":
            called(trial.problem, path, "explain", *files, 1, language, readable=files)
    yield from ()


def _strategy(trial: Trial) -> Iterator[Fault]:
    """Yield the first of a few inputs of strategy.py that the validator refuses."""
    path = trial.problem.folder / "strategy.py"
    if not path.is_file():
        return
    try:
        with needed("hack", path.name):
            import hypothesis  # noqa: F401  (the new process imports it)
    except UserError as error:
        template = "沒有檢查，也沒有在抽出的輸入上比較正確的程式：{reason}"
        yield Unchecked(path.name, None, template, reason=error)
        return
    output = called(trial.problem, path, "inputs", trial.seed, _STRATEGY_TRIES)
    for line in output.splitlines():
        data = json.loads(line).encode("latin-1")
        if (reason := trial.invalid(data)) is not None:
            parts = {"reason": reason, "input": beginning(data)}
            yield Fault(path.name, None, "驗證程式不接受它的輸入{input}：{reason}", **parts)
            return


def _special(trial: Trial) -> Iterator[Fault]:
    """Yield the tests where QDUOJ's special judge disagrees with the checker."""
    program = trial.problem.program("spj")
    if program is None or not trial.problem.described.checker:
        return
    built, output = trial.helper("spj"), trial.folder / "output"
    for test in trial.tests:
        answer = test.expected()
        for data, right in ((answer, True), (b"", False)):
            output.write_bytes(data)
            words = [*built.command, str(test.input), str(output)]
            limits, box = trial.problem.author_limits, trial.box(built.folder)
            ended, _ = run(words, limits=limits, sandbox=box)
            if ended.exceeded or ended.status not in (0, 1):
                demand(program.name, ended)
            if (ended.status == 0) != right and (right or answer):
                reason = "在 {test} 不接受答案" if right else "在 {test} 接受了什麼都沒有輸出的程式"
                yield Fault(program.name, None, reason, test=test.name)
                return


def _drawn(trial: Trial) -> Iterator[Fault]:
    """Yield the accepted programs that differ from the first one on an input that is drawn."""
    accepted = [each for each in trial.problem.submissions if each.verdict == "accepted"]
    folder, place = trial.problem.folder, "submissions/accepted"
    if trial.problem.grader:
        return
    if len(accepted) == 1:
        yield Doubt(place, None, "警告：只有一個程式，沒有另一個可以在抽出的輸入上比較")
    elif not (trial.problem.program("generate") or folder / "strategy.py").is_file():
        template = "警告：沒有 strategy.py 也沒有 generate.py，這些程式只在測試上比較"
        yield Doubt(place, None, template)
        return
    elif (folder / "strategy.py").is_file() and find_spec("hypothesis") is None:
        return  # `_strategy` has said so

    def tell(search: Search, _: bool) -> None:
        parts = {"program": submission.place, "tries": search.tries}
        show_progress(say("{program}：在抽出的輸入上比較：{tries}", **parts))

    for submission in accepted[1:]:
        limits = trial.problem.limits()
        cpu = _DRAWING / len(accepted[1:])
        search = Search(trial, trial.judging(submission, limits), tell, cpu=cpu)
        failure = hack(search, _DRAWN, trial.seed)
        if failure is not None:
            reason, verdict = text.reason(failure.result, limits), failure.result.verdict
            template = "和 {other} 在輸入{input}不一樣，得到 {verdict}：{reason}"
            parts = {"other": accepted[0].place, "input": beginning(failure.input)}
            parts |= {"verdict": verdict, "reason": reason}
            yield Fault(submission.place, None, template, **parts)


def _groups(trial: Trial) -> Iterator[Fault]:
    problem, secret = trial.problem, [test for test in trial.tests if not test.sample]
    taken = {test: problem.group(test) for test in secret}
    for test, group in taken.items():
        if group is None:
            yield Fault(test.source, None, "{test}不在任何一組（groups）裡", test=_name(test))
    for pattern in problem.described.validators:
        if not any(within(test.name, pattern) for test in secret):
            template = "這一組沒有測試：{pattern}"
            yield problem.in_toml("validators", template, pattern=pattern)
    for group in problem.described.groups:
        if group in taken.values():
            continue
        before = [other.tests for test, other in taken.items() if other and group.has(test.name)]
        template = (
            "這一組的測試都在前面的 {other} 裡：{pattern}"
            if before
            else "這一組沒有測試：{pattern}"
        )
        parts = {"pattern": group.tests, "other": listed(dict.fromkeys(before))}
        yield problem.in_toml("groups", template, **parts)
    folders = sorted({test.name.partition("/")[0] for test in trial.tests if "/" in test.name})
    if folders and problem.described.groups is WHOLE:
        template = "資料夾是組，要有分數：groups = [{rows}]"
        rows = ", ".join(f'{{ tests = "{name}/*", points = … }}' for name in folders)
        yield Fault(description.FILE, None, template, rows=rows)


def _verdict(trial: Trial, submission: Submission, on_run: OnRun) -> Iterator[Fault]:
    """Judge a submission; yield where its verdict does not fit its folder."""
    right, slow = submission.verdict == "accepted", submission.verdict == "time_limit_exceeded"
    limits = trial.problem.limits(_MARGIN if slow else 1)
    judging = trial.judging(submission, limits)
    limit, slowest, failed = trial.problem.described.time, 0.0, False
    for test in trial.tests:
        result = sound(trial, judging(test))
        on_run(submission, test, result)
        slowest = max(slowest, result.ended.cpu)
        if result.verdict is Verdict.AC and result.points in (None, POINTS):
            continue
        reason = text.reason(result, limits)
        if right:
            yield _not_accepted(test, submission, result, reason)
        elif not failed and result.verdict not in _AMONG[submission.verdict]:
            parts = {"test": test.name, "verdict": result.verdict, "reason": reason}
            yield Fault(submission.place, None, "在 {test} 得到 {verdict}：{reason}", **parts)
        failed = True
        if slow:
            break  # each further test would take twice the limit
    if failed and not right:
        return
    parts = {"file": submission.place, "seconds": f"{slowest:.2f}", "limit": f"{limit:g}"}
    if right and _MARGIN * slowest > limit:
        template = "{file} 最慢 {seconds} 秒，時間限制要有它的 {margin} 倍"
        yield trial.problem.in_toml("time", template, margin=_MARGIN, **parts)
    elif slow and slowest > limit:
        template = "最慢 {seconds} 秒，不到時間限制 {limit} 秒的兩倍"
        yield Fault(submission.place, None, template, **parts)
    elif not right:
        yield Fault(submission.place, None, "每個測試都通過了")


def _not_accepted(test: Case, submission: Submission, result: Result, reason: str) -> Fault:
    """Return the fault of an accepted submission, at the answer that it differs from."""
    file, line = test.source, None
    if result.difference is not None and not result.on_stderr:
        expected, came = result.difference.expected.excerpt, result.difference.came.excerpt
        parts = {"reason": reason, "expected": quote(expected), "came": quote(came)}
        reason = say("{reason}：答案是{expected}，它印出{came}", **parts)
        if not _is_made(test):
            line, file = result.difference.expected.line, f"{file.removesuffix('.in')}.out"
    parts = {"test": _name(test), "program": submission.place, "verdict": result.verdict}
    return Fault(file, line, "{test}{program} 得到 {verdict}：{reason}", reason=reason, **parts)


def _is_made(test: Case) -> bool:
    return test.source.startswith("generate.")


def _name(test: Case) -> str:
    """Return the name of a test without a file of its own; empty for others."""
    return say("測試 {name}：", name=test.name) if _is_made(test) else ""
