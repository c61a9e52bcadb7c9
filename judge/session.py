"""A call of ``judge``: runs cases, tells of each as soon as it is judged, and writes the files."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, NoReturn

from rich.console import Console

from cardjudge.commands import document
from cardjudge.commands.types import to_write
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs.process import Limits
from cardjudge.series.workers import spread
from cardjudge.stdio import NEGATIVE, OK, WRONG, complain
from judge.cases import Case
from judge.compare import Verdict
from judge.junit import write_junit
from judge.report import Report, Shown, as_json, write_transcript
from judge.runner import Result
from judge.watch import Look, wait_for_change


class Files(NamedTuple):
    """Where results are written."""

    json: Path | None = None
    """A dash is standard output."""
    junit: Path | None = None
    transcript: Path | None = None

    @property
    def on_stdout(self) -> bool:
        """Whether the document takes the place of the report."""
        return str(self.json) == "-"

    def check(self) -> None:
        """Raise OSError now for what could not be written at the end."""
        for path in self:
            to_write(path)


@dataclass
class Session:
    """A program, how it is judged, and what is told of that."""

    command: Sequence[str]
    judged: Callable[[Case], Result]
    limits: Limits
    files: Files
    shown: Shown
    workers: str = "1"
    stop_first: bool = False
    plain: bool = False

    def run(self, cases: Sequence[Case]) -> int:
        """Judge all cases; return the exit status."""
        self.files.check()
        kept: list[Result] = []
        try:
            with closing(self._judge(cases)) as results:
                # Without a file to write, no result is needed any more: there may be very many.
                verdicts = {self._keep(result, kept).verdict for result in results}
        finally:
            self._write(kept)
        if Verdict.SE in verdicts:
            return WRONG
        return OK if verdicts <= {Verdict.AC} else NEGATIVE

    def watch(self, cases: Callable[[], Sequence[Case]], folders: Sequence[Path]) -> NoReturn:
        """Judge all cases, and again what has changed, for ever."""
        self.files.check()
        known: dict[Case, Result] = {}
        before = Look(frozenset(), {})
        while True:
            now = self._look(folders)
            try:
                found = cases()
                changed = now.changed(before, found)
                known = {case: known[case] for case in found if case in known.keys() - {*changed}}
                if todo := [case for case in found if case not in known]:
                    with closing(self._judge(todo)) as results:
                        known |= {result.case: result for result in results}
                    self._write([known[case] for case in found if case in known])
            except UserError as error:  # a file may be half written, or just be missing
                complain(str(error))
            print(say("等候改變：程式或測試存檔就再執行，Ctrl-C 結束。"), flush=True)
            before = now
            wait_for_change(lambda: self._look(folders), before)

    def _look(self, folders: Sequence[Path]) -> Look:
        return Look.at(self.command, folders)

    def _judge(self, cases: Sequence[Case]) -> Generator[Result, None, None]:
        """Yield results and tell of them, also of those before an error or an interruption."""
        report = Report([case.name for case in cases], self.limits, self.shown, self._console())
        try:
            with closing(spread(self.judged, cases, self.workers)) as coming:
                for result in coming:
                    if not self.files.on_stdout:
                        report.add(result)
                    yield replace(result, output=b"")
                    if self.stop_first and result.verdict is not Verdict.AC:
                        break
        finally:
            if not self.files.on_stdout:
                report.end()

    def _console(self) -> Console:
        return Console(highlight=False, force_terminal=False if self.plain else None)

    def _keep(self, result: Result, kept: list[Result]) -> Result:
        if any(self.files):
            kept.append(result)
        return result

    def _write(self, results: Sequence[Result]) -> None:
        if self.files.transcript is not None:
            write_transcript(self.files.transcript, results)
        if self.files.junit is not None:
            write_junit(self.files.junit, results, self.limits)
        if self.files.json is not None:
            document.write(self.files.json, "judge", as_json(self.command, results, self.limits))
