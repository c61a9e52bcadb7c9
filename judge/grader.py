"""Graders: commands that give the verdicts of homework which is no program, such as classes.

A grader is called as ``GRADER HOMEWORK SANDBOX``, with the folder of the files that were handed in,
in UTF-8, and with ``auto``, ``required`` or ``none``: it runs code of the student's, and confines
it. It reads the input of a test and writes a verdict, and behind it what the student is told:
``AC``, ``WA``, ``RE`` and so on. Before the tests it is called once with an empty input, to which
it writes ``CE`` and the reason if no test can run. Its CPU time and memory are limited as those of
programs are. A grader that fails or writes anything else is a system error.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL
from typing import IO

from cardjudge.errors import UserError
from cardjudge.files import write_all
from cardjudge.language import listed, say
from cardjudge.programs.compiler import CompileError
from cardjudge.programs.folder import private
from cardjudge.programs.languages import of_file
from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.project import NoProgram
from cardjudge.programs.sandbox import Mode
from cardjudge.programs.source import Note, Source, utf8
from judge.cases import Case
from judge.compare import Verdict
from judge.runner import Result, verdict_of_end

_NOT_COMPILED = "CE"
_HOMEWORK = "homework"
"""The name of the folder, which messages show."""
_VERDICTS = {*Verdict} - {Verdict.SE}


@dataclass(frozen=True)
class Grader:
    """A grader, and the languages that homework may be written in."""

    command: tuple[str, ...]
    languages: tuple[str, ...]

    def read(self, files: Mapping[str, bytes]) -> Source:
        """Return the homework; NoProgram unless it is in one of the languages, and in only one."""
        found = {name: language for name in sorted(files) if (language := of_file(name))}
        fit = {name: each for name, each in found.items() if each.key in self.languages}
        if not found:
            raise NoProgram("沒有程式的原始碼")
        if not fit:
            other = next(iter(found.values()))
            raise NoProgram("這一題不能用 {language} 寫", language=other.name)
        if len({each.key for each in fit.values()}) > 1:
            raise NoProgram("有不只一個程式，不知道該用哪一個：{which}", which=listed(fit))
        read = {name: utf8(files[name]) for name in found}
        texts = {name: text for name, (text, _) in read.items()}
        notes = tuple(Note(name, encoding) for name, (_, encoding) in read.items() if encoding)
        main, language = next(iter(fit.items()))
        return Source(language, {**files, **texts}, tuple(fit), main, notes)

    def demand(self, homework: Source, limits: Limits, mode: Mode) -> None:
        """Raise CompileError if no test can run."""
        ended, verdict, told = self._said(homework, DEVNULL, limits, mode)
        if verdict == _NOT_COMPILED:
            raise CompileError(told)
        if (passed := verdict_of_end(ended)) is not Verdict.AC:
            raise CompileError(say("編譯超過限制：{verdict}", verdict=passed))

    def grade(self, homework: Source, limits: Limits, mode: Mode, case: Case) -> Result:
        """Return the verdict of a test; UserError where the grader fails."""
        with case.input.open("rb") as stdin:
            ended, word, told = self._said(homework, stdin, limits, mode)
        if (verdict := verdict_of_end(ended)) is not Verdict.AC:
            return Result(case, verdict, ended)
        if word not in _VERDICTS:
            raise UserError("評分程式沒有寫出判定")
        return Result(case, Verdict(word), ended, comment=told)

    def _said(
        self, homework: Source, stdin: int | IO[bytes], limits: Limits, mode: Mode
    ) -> tuple[Ended, str, str]:
        """Return how the grader ended, the verdict that it wrote, and what stands behind it."""
        with _written(homework) as folder:
            command = [*self.command, _HOMEWORK, mode]
            ended, output = run(command, stdin=stdin, limits=limits, cwd=folder)
        if ended.exceeded is None and ended.status != 0:
            lines = ended.last_lines()
            raise UserError("評分程式失敗：{reason}", reason=lines[-1] if lines else ended.status)
        word, _, told = output.decode(errors="replace").strip().partition(" ")
        return ended, word, told.strip()


@contextmanager
def _written(homework: Source) -> Iterator[Path]:
    """Write the files, and yield the folder that their folder is in."""
    with private() as folder:
        write_all(folder / _HOMEWORK, homework.files)
        yield folder
