"""One call of ``judge``: runs cases, prints each result at once, and writes the files.

Under ``--watch`` it polls the files until a program or a test changes.
"""

import os
import shutil
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import NoReturn, TypeAlias

from rich.console import Console

from cardjudge.commands import document
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs.compiler import CompileError
from cardjudge.programs.languages import of_file
from cardjudge.programs.process import Limits
from cardjudge.series.workers import spread
from cardjudge.stdio import NEGATIVE, OK, WRONG, complain
from judge.cases import Case
from judge.compare import Verdict
from judge.options import Choice, Told
from judge.report import Report, as_json, write_junit, write_transcript
from judge.rule import Rules, asks
from judge.runner import Result, unbuilt

_EVERY = 0.25
"""Seconds between polls; a change must stay the same for one more poll."""

_Stamp: TypeAlias = tuple[str, int, int, int]
"""A file: name, inode, modification time in ns, size in bytes."""
_Look: TypeAlias = dict[str, set[_Stamp]]
"""The files of a program, and those in the folders of tests by path, at one moment."""
_PROGRAM = ""
"""Key of the files that the command names, and of their neighbours of the same kind."""


@dataclass
class Session:
    """A program, how to judge it, and what to report."""

    command: Sequence[str]
    make: Callable[[], Callable[[Case], Result]]
    """Returns the function that judges a case; it compiles changed sources again."""
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

    def watch(self, cases: Callable[[], Sequence[Case]], folders: Sequence[Path]) -> NoReturn:
        """Judge all cases, and judge changed ones again, forever."""
        known: dict[Case, Result] = {}
        before: _Look = {}
        while True:
            now = _look(self.command, folders)
            try:
                found = cases()
                changed = _changed(now, before, found)
                known = {case: known[case] for case in found if case in known.keys() - {*changed}}
                if todo := [case for case in found if case not in known]:
                    with closing(self._judge(todo)) as results:
                        known |= {result.case: result for result in results}
                    self._write([known[case] for case in found if case in known])
            except CompileError as error:
                self._write([], error)
            except UserError as error:  # a file may be half written or missing for a moment
                complain(str(error))
            print(say("等候改變：程式或測試存檔就再執行，Ctrl-C 結束。"), flush=True)
            before = now
            _wait_for_change(partial(_look, self.command, folders), before)

    def _judge(self, cases: Sequence[Case]) -> Generator[Result, None, None]:
        """Yield and print results, including those before an error or an interruption."""
        judged = self.make()
        console = Console(highlight=False, force_terminal=False if self.told.plain else None)
        names, shows_input = [case.name for case in cases], self.told.input != "no"
        report = Report(names, self.limits, console, self.told.diff, shows_input)
        silent = str(self.told.as_json) == "-"  # JSON replaces the report on standard output
        rules = self.rules
        try:
            with closing(spread(judged, cases, self.choice.workers)) as coming:
                for result in coming:
                    if rules is not None and asks(result) and result.case.name not in self.hidden:
                        result = replace(result, rule=rules.behind(result, result.output))
                        rules = None
                    if not silent:
                        report.add(result)
                    yield replace(result, output=b"")
                    if self.choice.stop_first and result.verdict is not Verdict.AC:
                        break
        finally:
            if not silent and report.counts:
                report.end()

    def _write(self, results: Sequence[Result], failed: CompileError | None = None) -> None:
        """Write the files, and print the messages of a program that does not compile."""
        told, messages = self.told, None if failed is None else failed.messages
        if failed is not None and str(told.as_json) != "-":
            print(say("CE   {error}", error=failed), *failed.messages.splitlines(), sep="\n     ")
        if told.transcript is not None:
            write_transcript(told.transcript, results)
        if told.junit is not None:
            errors = [] if failed is None else [unbuilt("CE", str(failed))]
            write_junit(told.junit, errors or results, self.limits)
        if told.as_json is not None:
            members = as_json(self.command, results, self.limits, messages)
            document.write(told.as_json, "judge", members)


def _look(command: Sequence[str], folders: Sequence[Path]) -> _Look:
    inside = (
        (where, name) for folder in folders for where, _, names in os.walk(folder) for name in names
    )
    tests = {str(path): _stamps([path]) for path in starmap(Path, inside)}
    return {_PROGRAM: _stamps(_of_program(command)), **tests}


def _changed(now: _Look, before: _Look, cases: Sequence[Case]) -> list[Case]:
    """Return the cases to run again: all if the program has changed."""
    if now[_PROGRAM] != before.get(_PROGRAM):
        return [*cases]
    changed = {path for path in now if now[path] != before.get(path)}
    files = ((case, {str(case.input), str(case.answer), str(case.stderr)}) for case in cases)
    return [case for case, paths in files if paths & changed]


def _wait_for_change(look: Callable[[], _Look], before: _Look) -> None:
    """Return once the files have changed and two polls agree."""
    now, last = look(), before
    while now == before or now != last:
        time.sleep(_EVERY)
        now, last = look(), now


def _of_program(command: Sequence[str]) -> Iterator[Path]:
    """Yield the files of a command: a script, possible imports beside it, a binary."""
    for word in command:
        path = Path(word if os.path.exists(word) else shutil.which(word) or word)
        if path.is_file():
            language = of_file(path.name)
            endings = (*language.endings, *language.headers) if language else (path.suffix,)
            for each in path.parent.iterdir() if path.suffix else [path]:
                if each.name.endswith(endings):
                    yield each


def _stamps(paths: Iterable[Path]) -> set[_Stamp]:
    """Return the current state of files."""
    found = set()
    for path in paths:
        with suppress(OSError):  # an editor is replacing the file
            stat = path.stat()
            found.add((str(path), stat.st_ino, stat.st_mtime_ns, stat.st_size))
    return found
