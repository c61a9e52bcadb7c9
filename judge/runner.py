"""Runs a program on a case and says its verdict, or records what it makes of one."""

import os
import signal
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cardjudge.errors import UserError, quote
from cardjudge.programs.ended import StarterLost
from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.sandbox import Sandbox
from cardjudge.stdio import NEGATIVE
from judge.cases import Case
from judge.compare import EXACT, Compare, Finding, Verdict, exact
from judge.explain import Difference, difference
from judge.hints import of_input

_EXCEEDED = {
    "wall": Verdict.TLE,
    "cpu": Verdict.TLE,
    "memory": Verdict.MLE,
    "output": Verdict.OLE,
    "file": Verdict.OLE,
}
_XFSZ = getattr(signal, "SIGXFSZ", 25)
_FAILED = {Verdict.WA, Verdict.RE, Verdict.TLE}
_BEGINNING = 1 << 16
"""Bytes that tell the encoding of an input, or hold a verdict of the program and its reason."""
NOT_RUN = Ended(status=0, exceeded=None, wall=0.0, cpu=0.0, memory=None, stderr=b"")


@dataclass(frozen=True)
class Result:
    """The verdict of a run on a case, and why."""

    case: Case
    verdict: Verdict
    ended: Ended
    difference: Difference | None = None
    """Where what came first differs from what was expected."""
    comment: str = ""
    """What the checker or the interactor said, or what the program said of itself."""
    points: float | None = None
    """The points that a checker gave, if it did."""
    on_stderr: bool = False
    """Whether it is standard error that differs."""
    waits_for_input: bool = False
    """Whether the time passed while the program waited for input that could not come."""
    transcript: tuple[str, ...] = ()
    """What a program and its interactor said, a line each: ``> `` the program, ``< `` to it."""
    output: bytes = field(default=b"", repr=False)
    """Standard output, where it was to be kept."""
    of_input: str = ""
    """What in the input is behind a failure that nothing else explains, to be said."""
    rule: str = ""
    """What the problem says of the rule behind the difference, a few lines at most."""


def unbuilt(verdict: str, reason: str) -> Result:
    """Return what stands in the place of results where there is no program to run."""
    return Result(Case(verdict, Path(verdict), None), Verdict.SE, NOT_RUN, comment=reason)


@dataclass(frozen=True)
class Runner:
    """How to run a program and to judge what it does; a function of cases that pickles."""

    command: Sequence[str]
    compare: Compare = EXACT
    limits: Limits | None = None
    keep_output: bool = False
    sandbox: Sandbox | None = None
    own_verdicts: Callable[[], Mapping[str, str]] = dict
    """Returns the verdicts of what a program that judges a game by itself writes first."""

    def __call__(self, case: Case) -> Result:
        """Run the program on a case, and judge it.

        A limit that was passed decides first, then the exit status, then standard output, and last
        standard error, where a case says what it should be.
        """
        command = [*self.command, *case.arguments]
        with case.input.open("rb") as stdin:
            try:
                ended, output = run(command, stdin=stdin, limits=self.limits, sandbox=self.sandbox)
            except StarterLost as lost:
                return Result(case, Verdict.SE, NOT_RUN, comment=str(lost))
        result = self.judge(case, ended, output)
        if result.verdict in _FAILED and not (result.difference and result.difference.hint):
            with case.input.open("rb") as file:
                if found := of_input(file.read(_BEGINNING), ended.stderr):
                    result = replace(result, of_input=found.value)
        return replace(result, output=output) if self.keep_output else result

    def judge(self, case: Case, ended: Ended, output: bytes) -> Result:
        """Return the result of a run that has ended."""
        verdict = verdict_of_end(ended, case.status)
        if ended.status == NEGATIVE and verdict is Verdict.RE:
            word, why, *_ = [*output[:_BEGINNING].decode(errors="replace").split("\n"), ""]
            if word in self.own_verdicts():
                return Result(case, Verdict(self.own_verdicts()[word]), ended, comment=why)
        if verdict is not Verdict.AC:
            return Result(case, verdict, ended)
        found = self.compare(case, output)
        if found.verdict is not Verdict.AC or case.stderr is None:
            differs = found.at and difference(case.expected(), output, found.at)
            return of_finding(case, found, ended, difference=differs)
        errors = case.stderr.read_bytes()
        found = exact(errors, ended.stderr)
        differs = found.at and difference(errors, ended.stderr, found.at)
        return Result(case, found.verdict, ended, differs, on_stderr=found.at is not None)


def of_finding(case: Case, found: Finding, ended: Ended, **more: Any) -> Result:
    """Return the result of a run that a comparison or a referee has judged."""
    return Result(case, found.verdict, ended, comment=found.comment, points=found.points, **more)


def verdict_of_end(ended: Ended, expected_status: int = 0) -> Verdict:
    """Return the verdict of how a program ended, which is AC while nothing speaks against it."""
    if ended.exceeded is not None:
        return _EXCEEDED[ended.exceeded]
    if ended.status == expected_status:
        return Verdict.AC
    # Only in the sandbox it is known where files lie; outside, the kernel's signal tells of one.
    too_large = ended.status == -_XFSZ and not ended.held
    return Verdict.OLE if too_large else Verdict.RE


def to_record(cases: Sequence[Case], rewrite: Collection[str]) -> list[Case]:
    """Return the cases without an answer, and those whose names say to write it anew.

    UserError for a name that is no case.
    """
    unknown = sorted(set(rewrite) - {case.name for case in cases})
    if unknown:
        raise UserError("沒有{name}這個測試", name=quote(unknown[0]))
    return [case for case in cases if case.answer is None or case.name in rewrite]


def record(
    cases: Sequence[Case], command: Sequence[str], limits: Limits, sandbox: Sandbox | None = None
) -> Iterator[tuple[Path, Result]]:
    """Run the program on each case, and write its output as the answer if it ended well."""
    for case in cases:
        with case.input.open("rb") as stdin:
            words = [*command, *case.arguments]
            ended, output = run(words, stdin=stdin, limits=limits, sandbox=sandbox)
        path = case.answer or case.missing or case.input.with_suffix(".out")
        verdict = verdict_of_end(ended, case.status)
        if verdict is Verdict.AC:
            _write(path, output, over=case.answer is not None)
        yield path, Result(case, verdict, ended, output=output)


def _write(path: Path, data: bytes, over: bool) -> None:
    """Write a whole file or none; one that has appeared in the meantime is not replaced."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(data)
        if over:
            part.replace(path)
        else:
            path.hardlink_to(part)
    finally:
        part.unlink(missing_ok=True)
