"""Runs a program on a case and decides the verdict, or records the output as the answer.

    Case, Program → Judge.judging(program)(case) → Result

A `Judge` is a comparison, a checker (`judge.checker`) or an interactor (`judge.interactive`). Its
one method takes a program, and returns the function that judges this program on a case.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from cardjudge import files
from cardjudge.programs.limits import StarterLost
from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.sandbox import Sandbox
from judge.cases import Case
from judge.compare import Finding, exact, rule_of
from judge.explain import Difference, difference
from judge.hints import of_input
from judge.verdicts import Verdict

_EXCEEDED = {
    "wall": Verdict.TLE,
    "cpu": Verdict.TLE,
    "memory": Verdict.MLE,
    "output": Verdict.OLE,
    "file": Verdict.OLE,
}
_FAILED = {Verdict.WA, Verdict.RE, Verdict.TLE}
_BEGINNING = 1 << 16
"""Bytes of an input that show its encoding."""
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
    """The message of the checker or of the interactor."""
    points: float | None = None
    """The checker's points, if it gave any."""
    on_stderr: bool = False
    """Whether the difference is in standard error."""
    waits_for_input: bool = False
    """Whether the time ran out while the program waited for input that could not come."""
    transcript: tuple[str, ...] = ()
    """The lines of a conversation: ``> `` from the program, ``< `` to it."""
    output: bytes = field(default=b"", repr=False)
    """Standard output of a run that is not accepted."""
    of_input: str = ""
    """The cause in the input of a failure that has no other cause, in words."""
    rule: str = ""
    """The problem's rule behind the difference, at most a few lines."""
    arrived: bool | None = None
    """If the program did not end well: True if all its output is right, False if none came."""


def unbuilt(verdict: Verdict, reason: str) -> Result:
    """Return a placeholder for the results of homework that gives no program."""
    return Result(Case(verdict, Path(verdict)), Verdict.SE, NOT_RUN, comment=reason)


class Program(NamedTuple):
    """A program, and how each run of it goes; made once for a call and handed on whole."""

    command: tuple[str, ...]
    limits: Limits
    sandbox: Sandbox = Sandbox("none")

    def run(self, case: Case) -> tuple[Ended, bytes]:
        """Run the program on a case; return how it ended and its output."""
        words = [*self.command, *case.arguments]
        with case.input.open("rb") as stdin:
            return run(words, stdin=stdin, limits=self.limits, sandbox=self.sandbox)


class Judge(Protocol):
    """How the output of a program is judged."""

    @property
    def how(self) -> str:
        """A text of all that decides a verdict, also the contents of the judge's own files."""

    def judging(self, program: Program) -> Callable[[Case], Result]:
        """Return a picklable function that runs a program on a case and judges it."""


@dataclass(frozen=True)
class Comparison:
    """Compares an output with the answer by a rule, called by its name as in ``--compare``."""

    how: str = "exact"

    def __post_init__(self) -> None:
        """Raise UserError if there is no such rule."""
        rule_of(self.how)

    def __call__(self, case: Case, output: bytes) -> Finding:
        """Return the rule's finding; UserError if the case has no answer."""
        answer = case.expected()
        return rule_of(self.how)(answer, output)._replace(answer=answer)

    def kept(self, output: bytes) -> int:
        """Return how many bytes of the output of a program that did not end well are judged.

        A crash loses buffers, so the end does not count, nor the last number, which may be cut.
        """
        solid = output.rstrip()
        last = solid.rsplit(None, 1)[-1:] if self.how.startswith("float") else []
        return len(solid) - sum(map(len, last))

    def judging(self, program: Program) -> "Runner":
        """Return the function that runs a program and compares its output."""
        return Runner(program, self, self.kept)


Compare: TypeAlias = Callable[[Case, bytes], Finding]


@dataclass(frozen=True)
class Runner:
    """Runs a program and judges it; a picklable function of cases."""

    program: Program
    compare: Compare
    kept: Callable[[bytes], int] | None = None
    """The bytes of a cut-off output that are judged; None with a checker."""

    def __call__(self, case: Case) -> Result:
        """Run the program on a case, and return the result.

        The first of these decides: an exceeded limit, the exit status, standard output, standard
        error if the case has an expected one.
        """
        try:
            ended, output = self.program.run(case)
        except StarterLost as lost:
            return Result(case, Verdict.SE, NOT_RUN, comment=str(lost))
        result = self.judge(case, ended, output)
        if result.verdict in _FAILED and not (result.difference and result.difference.hint):
            with case.input.open("rb") as file:
                stderr = b"" if result.difference else ended.stderr
                if cause := of_input(file.read(_BEGINNING), stderr):
                    result = replace(result, of_input=cause.value)
        return result if result.verdict is Verdict.AC else replace(result, output=output)

    def judge(self, case: Case, ended: Ended, output: bytes) -> Result:
        """Return the result of a finished run."""
        verdict = verdict_of_end(ended, case.status)
        if verdict is not Verdict.AC:
            return self._cut_off(Result(case, verdict, ended), output)
        finding = self.compare(case, output)
        if finding.verdict is not Verdict.AC or case.stderr is None:
            differs = finding.at and difference(finding.answer, output, finding.at)
            return of_finding(case, finding, ended, difference=differs)
        errors = case.stderr.read_bytes()
        finding = exact(errors, ended.stderr)
        differs = finding.at and difference(errors, ended.stderr, finding.at)
        return Result(case, finding.verdict, ended, differs, on_stderr=finding.at is not None)

    def _cut_off(self, result: Result, output: bytes) -> Result:
        """Return the result of a run that did not end well, with what its output shows."""
        if self.kept is None:
            return result
        finding = self.compare(result.case, output)
        if not (finding.answer and output):
            return replace(result, arrived=False if finding.answer else None)
        if finding.at is None:
            return replace(result, arrived=True)
        if finding.at[1] >= self.kept(output):
            return result
        return replace(result, difference=difference(finding.answer, output, finding.at))


def of_finding(case: Case, finding: Finding, ended: Ended, **more: Any) -> Result:
    """Return the result of a run from the finding of a comparison or a referee."""
    more |= {"comment": finding.comment, "points": finding.points}
    return Result(case, finding.verdict, ended, **more)


def verdict_of_end(ended: Ended, expected_status: int = 0) -> Verdict:
    """Return the verdict from the end of a program alone; AC if nothing is wrong so far."""
    if ended.exceeded is not None:
        return _EXCEEDED[ended.exceeded]
    return Verdict.AC if ended.status == expected_status else Verdict.RE


def record(cases: Sequence[Case], program: Program) -> Iterator[tuple[Path, Result]]:
    """Run the program on cases without an answer, and write its output as one if it succeeds."""
    for case in cases:
        ended, output = program.run(case)
        path = case.missing or case.input.with_suffix(".out")
        verdict = verdict_of_end(ended, case.status)
        if verdict is Verdict.AC:
            files.demand_new(path)  # it may have appeared meanwhile
            files.write(path, output)
        yield path, Result(case, verdict, ended, output=output)
