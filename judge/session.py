"""A call of ``judge``: builds the program, judges it on each test, and reports at once."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from cardjudge.commands import document
from cardjudge.language import say
from cardjudge.programs.compiler import CompileError
from cardjudge.stdio import NEGATIVE, OK, WRONG
from judge.assignment import Assignment, beside
from judge.cases import Case
from judge.options import Choice, Reporting
from judge.reading import misread
from judge.report import EXPLAINED, Report, as_json, write_junit, write_transcript
from judge.rule import Rules, asks
from judge.runner import Program, Result, unbuilt
from judge.text import ENCODINGS, conversion
from judge.verdicts import Verdict


@dataclass
class Session:
    """A program, how to judge it, and what to report."""

    assignment: Assignment
    program: Program
    """Without a command if it is built from sources."""
    sources: Sequence[Path]
    choice: Choice
    reporting: Reporting

    def run(self) -> int:
        """Judge all tests and return the exit status."""
        results: list[Result] = []
        failed: CompileError | None = None
        verdicts: set[Verdict] = set()
        reporting = self.reporting
        try:
            with closing(self._judge()) as coming:
                for result in coming:
                    verdicts.add(result.verdict)
                    if any((reporting.as_json, reporting.junit, reporting.transcript)):
                        results.append(result)  # without a file to write, they need no memory
        except CompileError as error:
            failed = error
        finally:
            self._write(results, failed)
        if Verdict.SE in verdicts:
            return WRONG
        return OK if failed is None and verdicts <= {Verdict.AC} else NEGATIVE

    def _judging(self) -> tuple[Callable[[Case], Result], bytes]:
        """Return the function that judges a test, and the sources, which are compiled first."""
        if not self.sources:
            return self.assignment.judge.judging(self.program), b""
        building = self.assignment.building(self.program)
        homework = building.read(beside(self.sources), [path.name for path in self.sources])
        for note in homework.notes if not self.reporting.is_silent else ():
            if note.encoding in ENCODINGS and note.file in homework.sources:
                print(conversion(note) + say("；線上評測不會轉換，請存成 UTF-8"), flush=True)
        building.built(homework)
        return building.runner(homework), homework.text

    def _judge(self) -> Generator[Result, None, None]:
        """Yield and print results, including those before an error or an interruption."""
        judging, text = self._judging()
        cases = self.assignment.find(self.choice.pattern)
        reporting = self.reporting
        console = Console(highlight=False, force_terminal=False if reporting.plain else None)
        names = [case.name for case in cases]
        report = Report(names, self.program.limits, console, reporting.input)
        rules = Rules.of_problem(self.assignment.problem, self.program.sandbox.mode)
        explained, failed = 0, False
        try:
            with closing(_results(judging, cases, self.choice.workers)) as coming:
                for result in coming:
                    if rules is not None and explained < EXPLAINED and asks(result):
                        result = replace(result, rule=rules.behind(result))
                        explained += 1
                    if not failed and result.verdict is not Verdict.AC:
                        failed, result = True, misread(judging, text, result)
                    if not reporting.is_silent:
                        report.add(result)
                    yield replace(result, output=b"")
                    if self.choice.stop_first and result.verdict is not Verdict.AC:
                        break
        finally:
            if not reporting.is_silent and report.counts:
                report.end()

    def _write(self, results: Sequence[Result], failed: CompileError | None = None) -> None:
        """Write the files, and print the messages of a program that does not compile."""
        reporting, messages = self.reporting, None if failed is None else failed.messages
        limits = self.program.limits
        if failed is not None and not reporting.is_silent:
            others = failed.messages.removeprefix(f"{failed}\n").splitlines()
            print(say("CE   {error}", error=failed), *others, sep="\n     ")
        if reporting.transcript is not None:
            write_transcript(reporting.transcript, results)
        if reporting.junit is not None:
            errors = [] if failed is None else [unbuilt(Verdict.CE, str(failed))]
            write_junit(reporting.junit, errors or results, limits)
        if reporting.as_json is not None:
            words = self.program.command or [str(path) for path in self.sources]
            document.write(reporting.as_json, "judge", as_json(words, results, limits, messages))


def _results(
    judging: Callable[[Case], Result], cases: Sequence[Case], workers: str
) -> Generator[Result, None, None]:
    """Yield the results in the order of the cases; loading the workers takes 15 ms."""
    if workers == "1":
        return (judging(case) for case in cases)
    from cardjudge.series.workers import spread

    return spread(judging, cases, workers)
