"""Graders: commands that judge homework other than programs, such as classes.

The judge calls ``GRADER HOMEWORK SANDBOX``, where HOMEWORK is the folder of the files handed in, in
UTF-8. A grader runs in the sandbox of its problem's author, and the student's code in the same,
because sandboxes do not nest: SANDBOX is ``none``. A grader of the kit runs as the user instead,
and confines the student's code in the sandbox ``auto``, ``required`` or ``none``. The grader reads
the input of a test, and writes a verdict (``AC``, ``WA``, ``RE`` and so on) and after
it the reason for the student. Before the tests, the judge calls it once with an empty input; if no
test can run, it writes ``CE`` and the reason. The limits of programs hold for its CPU time and
memory. If a grader fails or writes anything else, the verdict is a system error.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from subprocess import DEVNULL
from typing import IO

from cardjudge.errors import UserError
from cardjudge.files import write_all
from cardjudge.language import listed, say
from cardjudge.programs.compiler import CompileError
from cardjudge.programs.keeper import private
from cardjudge.programs.languages import Language, languages, of_file
from cardjudge.programs.process import Ended, run
from cardjudge.programs.project import NoProgram
from cardjudge.programs.source import Note, Source, utf8
from judge.cases import Case
from judge.runner import Program, Result, verdict_of_end
from judge.verdicts import Verdict

_VERDICTS = {verdict for verdict in Verdict if verdict.of_run} - {Verdict.SE}
_HOMEWORK = "homework"
"""Name of the folder with the homework; error messages contain it."""


def not_accepted(language: Language, accepted: Iterable[str]) -> NoProgram:
    """Return the error for homework in a language that is none of those `accepted`, by keys."""
    known = listed(languages()[key].name for key in accepted)
    template = "這一題不能用 {language} 寫，可以用 {known}"
    return NoProgram(template, language=language.name, known=known)


@dataclass(frozen=True)
class Grading:
    """How a grader judges homework; `program` is the grader under the limits of the call."""

    program: Program
    languages: tuple[str, ...]
    confined: bool
    """Whether the grader runs in the sandbox of `program`; otherwise it learns its mode."""

    def read(
        self, files: Mapping[str, bytes], named: Collection[str] = (), main: str | None = None
    ) -> Source:
        """Return the homework; NoProgram unless it is in exactly one of the languages."""
        sources = {name: language for name in sorted(files) if (language := of_file(name))}
        fit = {name: row for name, row in sources.items() if row.key in self.languages}
        if not sources:
            raise NoProgram("沒有程式的原始碼")
        if not fit:
            raise not_accepted(next(iter(sources.values())), self.languages)
        if len({row.key for row in fit.values()}) > 1:
            raise NoProgram("有不只一個程式，不知道該用哪一個：{which}", which=listed(fit))
        read = {name: utf8(files[name]) for name in sources}
        texts = {name: text for name, (text, _) in read.items()}
        notes = tuple(Note(name, encoding) for name, (_, encoding) in read.items() if encoding)
        main, language = next(iter(fit.items()))
        return Source(language, {**files, **texts}, tuple(fit), main, notes)

    def built(self, homework: Source, known_by: str | None = None) -> str:
        """Raise CompileError if the grader cannot run any test."""
        ended, word, reason = self._reply(homework, DEVNULL)
        if word == Verdict.CE:
            raise CompileError(reason)
        if (verdict := verdict_of_end(ended)) is not Verdict.AC:
            raise CompileError(say("編譯超過限制：{verdict}", verdict=verdict))
        return ""

    def runner(self, homework: Source, known_by: str | None = None) -> Callable[[Case], Result]:
        """Return the function that grades the homework on a test; UserError if that fails."""
        return partial(self._grade, homework)

    def _grade(self, homework: Source, case: Case) -> Result:
        with case.input.open("rb") as stdin:
            ended, word, reason = self._reply(homework, stdin)
        if (verdict := verdict_of_end(ended)) is not Verdict.AC:
            return Result(case, verdict, ended)
        if word not in _VERDICTS:
            raise UserError("評分程式沒有寫出判定")
        return Result(case, Verdict(word), ended, comment=reason)

    def _reply(self, homework: Source, stdin: int | IO[bytes]) -> tuple[Ended, str, str]:
        """Return how the grader ended, its verdict, and its reason."""
        with private() as folder:
            write_all(folder / _HOMEWORK, homework.files)
            command, limits, box = self.program
            own = box._replace(readable=(*box.readable, folder)) if self.confined else None
            words = [*command, _HOMEWORK, "none" if self.confined else box.mode]
            ended, output = run(words, stdin=stdin, limits=limits, cwd=folder, sandbox=own)
        if ended.exceeded is None and ended.status != 0:
            [reason] = ended.last_lines(1) or [str(ended.status)]
            reason = reason.removeprefix(say("錯誤：{message}", message=""))
            raise UserError("評分程式失敗：{reason}", reason=reason)
        word, _, reason = output.decode(errors="replace").strip().partition(" ")
        return ended, word, reason.strip()
