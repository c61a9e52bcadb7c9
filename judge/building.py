"""Turns homework into a program: read it, add the problem's files, compile it, run it on cases."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from cardjudge.errors import UserError, quote
from cardjudge.programs import source
from cardjudge.programs.compiler import build
from cardjudge.programs.languages import of_file
from cardjudge.programs.project import NoProgram, Project, linked
from cardjudge.programs.source import Source
from judge.cases import Case
from judge.grader import Grading
from judge.runner import Judge, Program, Result


class Stub(NamedTuple):
    """The files that a problem adds to programs in one language, whose functions they call."""

    files: dict[str, bytes]
    main: str | None
    """The file that an interpreter starts; None for a compiled language."""


@dataclass(frozen=True)
class Compiling:
    """Builds programs; at run time a program reads only its own build."""

    program: Program
    """How a program is run; its command is still missing."""
    judge: Judge
    stubs: Mapping[str, Stub]

    def read(
        self, files: Mapping[str, bytes], named: Collection[str] = (), main: str | None = None
    ) -> Source:
        """Return the program in files, with the problem's files; NoProgram if there is none.

        It begins in one of those `named`, or else in any file; `main` is a pattern of its folder or
        file.
        """
        program = source.read(files, entry=not self.stubs, named=named, main=main)
        if not self.stubs:
            return program
        texts = {name: program.files[name].decode(errors="replace") for name in named}
        if linked(program.language) and (own := Project(texts).starters):
            raise NoProgram("{file} 有 main()：這一題只寫函式，main() 由題目提供", file=own[0])
        stub = self.stubs.get(program.language.key)
        if stub is None:
            raise NoProgram("這一題不能用 {language} 寫", language=program.language.name)
        sources = {*program.sources, *(name for name in stub.files if of_file(name))}
        added = dict(stub.files)
        if stub.main is not None:  # the stub learns from sys.argv which file to load
            line = f"import sys\nsys.argv[1:] = [sys.path[0] + {'/' + program.main!r}]\n"
            added[stub.main] = line.encode() + added[stub.main]
        return program._replace(
            files={**program.files, **added},
            sources=tuple(sorted(sources)),
            main=stub.main or program.main,
        )

    def built(self, homework: Source, known_by: str | None = None) -> str:
        """Compile a program; return the compiler's messages."""
        return build(homework, sandbox=self.program.sandbox, known_by=known_by).messages

    def runner(self, homework: Source, known_by: str | None = None) -> Callable[[Case], Result]:
        """Return the judge's function for the program, compiled now or from the cache."""
        box = self.program.sandbox
        built = build(homework, sandbox=box, known_by=known_by)
        box = box._replace(readable=(*box.readable, built.folder))
        judging = self.judge.judging(self.program._replace(command=built.command, sandbox=box))
        return partial(_with_own_paths, judging, f"{built.sources}/".encode())


def _with_own_paths(judging: Callable[[Case], Result], folder: bytes, case: Case) -> Result:
    """Judge a program; its traces name its files as they were handed in, not as they are kept."""
    result = judging(case)
    said = result.ended.stderr.replace(folder, b"")
    return replace(result, ended=result.ended._replace(stderr=said))


Building: TypeAlias = Compiling | Grading
"""How homework is built and judged; a picklable object, whose work needs no other."""


def beside(sources: Sequence[Path]) -> dict[str, bytes]:
    """Return the contents of sources and of their language's other files beside them, by name."""
    first = sources[0]
    language = of_file(first.name)
    assert language is not None
    for other in sources:
        if other.parent.resolve() != first.parent.resolve() or of_file(other.name) != language:
            names = {"first": quote(str(first)), "other": quote(str(other))}
            raise UserError("{first}和{other}不是同一個資料夾裡、同一種語言的檔案", **names)
    endings = (*language.endings, *language.headers)
    return {
        path.name: path.read_bytes()
        for path in sorted(first.parent.iterdir())
        if path.suffix.lower() in endings and path.is_file() and not path.name.startswith(".")
    }
