"""Runs a program on a case and decides the verdict, or records the output as the answer."""

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
"""Bytes of an input that show its encoding, and of an output that may hold a verdict."""
NOT_RUN = Ended(status=0, exceeded=None, wall=0.0, cpu=0.0, memory=None, stderr=b"")


@dataclass(frozen=True)
class Result:
    """The verdict of a run on a case, with its reason."""

    case: Case
    verdict: Verdict
    ended: Ended
    difference: Difference | None = None
    """The first difference from the answer."""
    comment: str = ""
    """The message of the checker, of the interactor, or of a program with verdicts of its own."""
    points: float | None = None
    """The checker's points, if it gave any."""
    on_stderr: bool = False
    """Whether the difference is in standard error."""
    waits_for_input: bool = False
    """Whether the time ran out while the program waited for input that could not come."""
    transcript: tuple[str, ...] = ()
    """The lines of a conversation: ``> `` from the program, ``< `` to it."""
    output: bytes = field(default=b"", repr=False)
    """Standard output, if it is kept."""
    of_input: str = ""
    """The cause in the input of a failure that has no other cause, in words."""
    rule: str = ""
    """The problem's rule behind the difference, at most a few lines."""


def unbuilt(verdict: str, reason: str) -> Result:
    """Return a placeholder for the results of homework that gives no program."""
    return Result(Case(verdict, Path(verdict), None), Verdict.SE, NOT_RUN, comment=reason)


@dataclass(frozen=True)
class Runner:
    """Runs a program and judges it; a picklable function of cases."""

    command: Sequence[str]
    compare: Compare = EXACT
    limits: Limits | None = None
    keep_output: bool = False
    sandbox: Sandbox | None = None
    own_verdicts: Callable[[], Mapping[str, str]] = dict
    """Returns the verdicts that a program which judges a game may print as its first line."""

    def __call__(self, case: Case) -> Result:
        """Run the program on a case, and return the result.

        The first of these decides: an exceeded limit, the exit status, standard output, standard
        error if the case has an expected one.
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
        """Return the result of a finished run."""
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
    """Return the result of a run from the finding of a comparison or a referee."""
    return Result(case, found.verdict, ended, comment=found.comment, points=found.points, **more)


def verdict_of_end(ended: Ended, expected_status: int = 0) -> Verdict:
    """Return the verdict from the end of a program alone; AC if nothing is wrong so far."""
    if ended.exceeded is not None:
        return _EXCEEDED[ended.exceeded]
    if ended.status == expected_status:
        return Verdict.AC
    # Only the sandbox knows the places of files; outside it, the kernel's signal shows the excess.
    too_large = ended.status == -_XFSZ and not ended.held
    return Verdict.OLE if too_large else Verdict.RE


def to_record(cases: Sequence[Case], rewrite: Collection[str]) -> list[Case]:
    """Return the cases without an answer, and those named in `rewrite`.

    UserError if a name is no case.
    """
    unknown = sorted(set(rewrite) - {case.name for case in cases})
    if unknown:
        raise UserError("沒有{name}這個測試", name=quote(unknown[0]))
    return [case for case in cases if case.answer is None or case.name in rewrite]


def record(
    cases: Sequence[Case], command: Sequence[str], limits: Limits, sandbox: Sandbox | None = None
) -> Iterator[tuple[Path, Result]]:
    """Run the program on each case, and write its output as the answer if it succeeds."""
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
    """Write a whole file or none; do not replace a file that has appeared meanwhile."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(data)
        if over:
            part.replace(path)
        else:
            path.hardlink_to(part)
    finally:
        part.unlink(missing_ok=True)
