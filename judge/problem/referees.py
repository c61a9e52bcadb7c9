"""The faults of a checker or an interactor: it meets the jury's answers, then junk.

Whatever a program sends, a checker has to judge it: a failure would be a system error of the judge
where students get their verdicts, and junk that is accepted is a wrong verdict.
"""

import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

from cardjudge.errors import quote
from cardjudge.language import say
from judge.cases import Case
from judge.checker import Checker
from judge.problem.conventions import WRONG_TYPE
from judge.problem.description import POINTS, Fault
from judge.problem.inputs import SHOWN
from judge.problem.problem import read_text
from judge.problem.trial import Trial
from judge.runner import NOT_RUN, Program, Result, of_finding
from judge.verdicts import Verdict

_MET = 2
_MOST_MET = 6
"""Tests on which each kind of junk is tried even if the first one refuses it: one for each shape of
answers, but at least and at most so many."""
_WORDS = (b"abc", b"NaN", b"1/0", b"-1", b"0", b"\x80", b"9" * 5000)
"""Words for the place of others. Python's int() refuses numbers of more than 4,300 digits."""
_ALL, _FIRST, _LAST, _ALONE = rb"\S+", rb"\A\s*\S+", rb"\S+(?=\s*\Z)", rb"(?s)\A.+\Z"
"""Patterns of the parts of an output that such a word takes the place of."""
_NUMBER = re.compile(rb"[-+]?[0-9]+(\.[0-9]*)?")
_SILENT = ""
_FLOOD = "while True: print(1)"
_SPOIL = r"""
import re, subprocess, sys
junk, pattern, *command = sys.argv[1:]
with subprocess.Popen(command, stdout=subprocess.PIPE) as program:
    for line in program.stdout:
        line = re.sub(pattern.encode(), lambda _: bytes.fromhex(junk), line)
        sys.stdout.buffer.write(line.rstrip(b"\n") + b"\n")
        sys.stdout.buffer.flush()
"""
"""Runs a program, and puts junk into each line that it prints."""
_Judging: TypeAlias = "Callable[[Case], Result]"


class _Junk(NamedTuple):
    """A kind of junk, and how to judge it on a test."""

    judging: _Judging
    shown: Callable[[Case], str | None]
    """How a fault shows it; empty for a program that prints nothing, None for the test's answer."""
    surely_wrong: bool
    """Whether no problem has it among its right answers to a test."""


def faults(trial: Trial) -> Iterator[Fault]:
    """Yield what a checker or interactor does wrong; Fault if it fails on the jury's answers."""
    described = trial.problem.described
    if described.checker:
        yield from _of_answers(trial)
        tests = sorted(trial.tests, key=lambda test: len(test.expected()))
        shapes = {_shape(test): test for test in reversed(tests)}
        met = [*shapes.values()][:_MOST_MET]
        others = [test for test in reversed(tests) if test not in met]
        yield from _of_junk(trial, [*met, *others], max(_MET, len(met)), _outputs)
    elif described.interactor:
        yield from _of_junk(trial, trial.tests, _MET, _programs)


def _shape(test: Case) -> bytes:
    """Return the beginning of an answer, with one sign for each number and for each word."""
    return re.sub(rb"[0-9]+", b"0", re.sub(rb"[A-Za-z]+", b"a", test.expected()))[:SHOWN]


def sound(trial: Trial, result: Result, shown: str | None = None) -> Result:
    """Return a result; Fault if the referee failed, with the junk that is shown."""
    if result.verdict is not Verdict.SE:
        return result
    described = trial.problem.described
    name, how = described.checker or described.interactor, result.comment.splitlines()[0]
    line = None
    if match := re.search(rf"{re.escape(name)}:(\d+): ", how):
        how = how.replace(match[0], "")
        # The call of the function follows the last line of the author's file.
        length = len(read_text(trial.problem.folder, name).splitlines())
        line = int(match[1]) if int(match[1]) <= length else None
    kind, is_type, what = how.partition(WRONG_TYPE)
    if is_type:
        template = "judge() 要傳回 None、True、False、文字或 0 到 1 的數，不是 {what}"
        how = kind + say(template, what=what)
    template = "在 {test} 遇到輸出{shown}失敗了：{how}" if shown else "在 {test} 失敗了：{how}"
    if shown == "":
        template = "在 {test} 遇到什麼都沒有輸出的程式失敗了：{how}"
    raise Fault(name, line, template, test=result.case.name, how=how, shown=shown)


def _checked(trial: Trial, output: Callable[[bytes], bytes]) -> _Judging:
    """Return the function that shows the checker an output made of the answer."""
    assert isinstance(trial.judge, Checker)
    checker = replace(trial.judge, sandbox=trial.box())
    return lambda test: of_finding(test, checker(test, output(test.expected())), NOT_RUN)


def _of_answers(trial: Trial) -> Iterator[Fault]:
    """Yield the answers in files that the checker does not accept with all points."""
    judging = _checked(trial, bytes)
    for test in trial.unanswered:
        if test.answers:
            result = sound(trial, judging(test))
            if result.verdict is not Verdict.AC or result.points not in (None, POINTS):
                place = str(Path(test.source).with_suffix(test.answers[0].suffix))
                reason = result.comment or result.verdict
                yield Fault(place, None, "檢查程式不接受這個答案：{reason}", reason=reason)


def _of_junk(
    trial: Trial, tests: Sequence[Case], met: int, kinds: Callable[[Trial], Iterator[_Junk]]
) -> Iterator[Fault]:
    """Yield the first junk that is accepted; Fault for the first on which the referee fails.

    Junk that may be right on one test, such as -1, is accepted by mistake if every test takes it.
    """
    described, found = trial.problem.described, False
    name = described.checker or described.interactor
    for junk in kinds(trial):
        accepted, refused = [], False
        for number, test in enumerate(tests):
            if (found and number) or (refused and number >= met):
                break
            if (shown := junk.shown(test)) is None:
                continue
            result = sound(trial, junk.judging(test), shown)
            if result.verdict is Verdict.AC:
                accepted.append((test, shown))
                if junk.surely_wrong:
                    break
            else:
                refused = True
        by_mistake = accepted and (junk.surely_wrong or (not refused and len(accepted) > 1))
        if by_mistake and not found:
            found = True
            test, shown = accepted[0]
            parts = {"test": test.name, "shown": shown}
            if shown:
                yield Fault(name, None, "在 {test} 接受了不是答案的輸出{shown}", **parts)
            else:
                yield Fault(name, None, "在 {test} 接受了什麼都沒有輸出的程式", **parts)


def _outputs(trial: Trial) -> Iterator[_Junk]:
    """Yield outputs that are no answers."""
    answers = {test.expected() for test in trial.tests}
    numbers = all(_NUMBER.fullmatch(word) for answer in answers for word in answer.split())

    def junk(output: Callable[[bytes], bytes], surely_wrong: bool) -> _Junk:
        def shown(test: Case) -> str | None:
            data = output(test.expected())
            if data.split() == test.expected().split():
                return None
            return _quoted(data) if data else ""

        return _Junk(_checked(trial, output), shown, surely_wrong)

    if all(answer.strip() for answer in answers):
        yield junk(lambda _: b"", True)
    yield junk(lambda answer: answer.rstrip() + b" junk\n", True)
    yield junk(lambda answer: answer.rstrip() + b"\njunk\n", True)
    yield junk(lambda _: random.Random(0).randbytes(64), True)
    for word in _WORDS:
        # Words where the answers are numbers are always wrong; -1 may be one of the answers.
        surely_wrong = numbers and not _NUMBER.fullmatch(word)
        for pattern in _ALL, _FIRST, _LAST, _ALONE:
            yield junk(lambda answer, p=pattern, w=word: _put(p, w, answer), surely_wrong)  # type: ignore[misc]
    order = sorted(answers)
    if len(order) > 1:
        others = dict(pairwise([*order, order[0]]))
        yield junk(others.__getitem__, False)  # each test gets the answer of another


def _put(pattern: bytes, word: bytes, answer: bytes) -> bytes:
    return re.sub(pattern, lambda _: word, answer).rstrip(b"\n") + b"\n"


def _programs(trial: Trial) -> Iterator[_Junk]:
    """Yield programs that end at once, flood, or are right but for junk in their lines."""

    def junk(shown: str, code: str, *words: str, surely_wrong: bool = False) -> _Junk:
        command = (sys.executable, "-c", code, *words)
        judging = trial.judge.judging(program._replace(command=command))
        return _Junk(judging, lambda _: shown, surely_wrong)

    reference = trial.reference
    program = Program((), trial.problem.limits(), reference.sandbox)
    yield junk("", _SILENT, surely_wrong=True)
    yield junk(_quoted(b"1\n1\n1\n..."), _FLOOD, surely_wrong=True)
    right = trial.judge.judging(program._replace(command=reference.command))
    if right(trial.tests[0]).verdict is not Verdict.AC:  # each of the others may wait as long
        return
    for word in _WORDS:
        for pattern in _ALL, _LAST, _ALONE:
            words = (word.hex(), pattern.decode(), *reference.command)
            yield junk(_quoted(_put(pattern, word, b"... ...")), _SPOIL, *words)


def _quoted(data: bytes) -> str:
    text = data.decode(errors="backslashreplace")
    return quote(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")
