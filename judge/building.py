"""Turns homework into a program: read it, add the problem's files, compile it, run it on cases."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.programs import source
from cardjudge.programs.compiler import build
from cardjudge.programs.languages import of_file
from cardjudge.programs.process import Limits
from cardjudge.programs.project import NoProgram
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.source import Source
from judge.cases import Case
from judge.checker import Referee
from judge.compare import Compare
from judge.grader import Grader
from judge.interactive import runner
from judge.runner import Result


class Stub(NamedTuple):
    """The files that a problem adds to programs in one language, whose functions they call."""

    files: dict[str, bytes]
    main: str | None
    """The file that an interpreter starts; None for a compiled language."""


@dataclass(frozen=True)
class Building:
    """How to build and judge homework; at run time a program reads only its own build."""

    limits: Limits
    sandbox: Sandbox
    judge: Compare | Referee | Grader
    stubs: dict[str, Stub]

    def read(
        self, files: dict[str, bytes], named: Collection[str] = (), main: str | None = None
    ) -> Source:
        """Return the program in files, with the problem's files; NoProgram if there is none.

        It begins in one of those `named`, or else in any file; `main` is a pattern of its folder or
        file.
        """
        if isinstance(self.judge, Grader):
            return self.judge.read(files)
        found = source.read(files, entry=not self.stubs, named=named, main=main)
        if not self.stubs:
            return found
        stub = self.stubs.get(found.language.key)
        if stub is None:
            raise NoProgram("這一題不能用 {language} 寫", language=found.language.name)
        sources = {*found.sources, *(name for name in stub.files if of_file(name))}
        added = dict(stub.files)
        if stub.main is not None:  # the stub learns from sys.argv which file to load
            line = f"import sys\nsys.argv[1:] = [sys.path[0] + {'/' + found.main!r}]\n"
            added[stub.main] = line.encode() + added[stub.main]
        return found._replace(
            files={**found.files, **added},
            sources=tuple(sorted(sources)),
            main=stub.main or found.main,
        )

    def built(self, program: Source, known_by: str | None = None) -> str:
        """Compile a program, or let its grader do so; return the compiler's messages."""
        if isinstance(self.judge, Grader):
            self.judge.demand(program, self.limits, self.sandbox.mode)
            return ""
        return build(program, sandbox=self.sandbox, known_by=known_by).messages

    def runner(
        self, program: Source, known_by: str | None = None, keep_output: bool = True
    ) -> Callable[[Case], Result]:
        """Return a picklable function that runs the program on a case."""
        if isinstance(self.judge, Grader):
            return partial(self.judge.grade, program, self.limits, self.sandbox.mode)
        built = build(program, sandbox=self.sandbox, known_by=known_by)
        sandbox = self.sandbox._replace(readable=(*self.sandbox.readable, built.folder))
        return runner(self.judge, built.command, self.limits, sandbox, keep_output)


def beside(sources: Sequence[Path]) -> dict[str, bytes]:
    """Return the contents of sources and of their language's other files beside them, by name."""
    first = sources[0]
    language = of_file(first.name)
    assert language is not None
    for other in sources:
        if other.parent.resolve() != first.parent.resolve() or of_file(other.name) != language:
            names = quote(str(first)), quote(str(other))
            told = "{first}和{other}不是同一個資料夾裡、同一種語言的檔案"
            raise UserError(told, first=names[0], other=names[1])
    endings = (*language.endings, *language.headers)
    return {
        path.name: path.read_bytes()
        for path in sorted(first.parent.iterdir())
        if path.suffix.lower() in endings and path.is_file() and not path.name.startswith(".")
    }
