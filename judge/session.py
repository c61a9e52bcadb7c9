"""One call of ``judge``: runs cases, prints each result at once, and writes the files."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from rich.console import Console

from cardjudge.commands import document
from cardjudge.language import say
from cardjudge.programs.compiler import CompileError
from cardjudge.programs.process import Limits
from cardjudge.series.workers import spread
from cardjudge.stdio import NEGATIVE, OK, WRONG
from judge.cases import Case
from judge.compare import Verdict
from judge.options import Choice, Told
from judge.report import Report, as_json, write_junit, write_transcript
from judge.rule import Rules, asks
from judge.runner import Result, unbuilt


@dataclass
class Session:
    """A program, how to judge it, and what to report."""

    command: Sequence[str]
    make: Callable[[], Callable[[Case], Result]]
    """Returns the function that judges a case; it compiles the sources."""
    limits: Limits
    choice: Choice
    told: Told
    rules: Rules | None = None
    hidden: frozenset[str] = frozenset()
    """Names of the tests of which only the verdict may be explained."""

    def run(self, cases: Sequence[Case]) -> int:
        """Judge all cases and return the exit status."""
        kept: list[Result] = []
        failed: CompileError | None = None
        verdicts: set[Verdict] = set()
        try:
            with closing(self._judge(cases)) as results:
                for result in results:
                    verdicts.add(result.verdict)
                    if any((self.told.as_json, self.told.junit, self.told.transcript)):
                        kept.append(result)  # without a file to write, results need no memory
        except CompileError as error:
            failed = error
        finally:
            self._write(kept, failed)
        if Verdict.SE in verdicts:
            return WRONG
        return OK if failed is None and verdicts <= {Verdict.AC} else NEGATIVE

    def _judge(self, cases: Sequence[Case]) -> Generator[Result, None, None]:
        """Yield and print results, including those before an error or an interruption."""
        judged = self.make()
        console = Console(highlight=False, force_terminal=False if self.told.plain else None)
        names = [case.name for case in cases]
        report = Report(names, self.limits, console, self.told.input)
        rules = self.rules
        try:
            with closing(spread(judged, cases, self.choice.workers)) as coming:
                for result in coming:
                    if rules is not None and asks(result) and result.case.name not in self.hidden:
                        result = replace(result, rule=rules.behind(result, result.output))
                        rules = None
                    if not self.told.is_silent:
                        report.add(result)
                    yield replace(result, output=b"")
                    if self.choice.stop_first and result.verdict is not Verdict.AC:
                        break
        finally:
            if not self.told.is_silent and report.counts:
                report.end()

    def _write(self, results: Sequence[Result], failed: CompileError | None = None) -> None:
        """Write the files, and print the messages of a program that does not compile."""
        told, messages = self.told, None if failed is None else failed.messages
        if failed is not None and not told.is_silent:
            print(say("CE   {error}", error=failed), *failed.messages.splitlines(), sep="\n     ")
        if told.transcript is not None:
            write_transcript(told.transcript, results)
        if told.junit is not None:
            errors = [] if failed is None else [unbuilt("CE", str(failed))]
            write_junit(told.junit, errors or results, self.limits)
        if told.as_json is not None:
            members = as_json(self.command, results, self.limits, messages)
            document.write(told.as_json, "judge", members)
