"""An assignment: the tests of folders or of a problem, and how homework is judged on them.

Homework is a program, which is read, joined with the problem's files, compiled and run, or goes to
the problem's grader.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from cardjudge.errors import UserError, quote
from cardjudge.files import below
from cardjudge.language import say
from cardjudge.programs import source
from cardjudge.programs.compiler import build
from cardjudge.programs.languages import of_file
from cardjudge.programs.project import NoProgram, Project, linked
from cardjudge.programs.source import Source
from judge import layouts
from judge.cases import PARTS, Case, natural
from judge.grader import Grading, not_accepted
from judge.interactive import ALONE
from judge.problem.problem import Problem
from judge.problem.trial import Trial
from judge.runner import Comparison, Judge, Program, Result

_STUB = "the stub.py"
"""The name of the file that Python starts, where a problem has one."""
_OPENS = re.compile(
    rb'^[^/\n]*\b(?:freopen|fopen|[io]?fstream(?:\s+\w+)?|open)\s*\(\s*"([^"/]+\.\w{1,5})"',
    re.MULTILINE,
)
"""Matches a line that opens a file in the current folder."""


@dataclass(frozen=True)
class Compiling:
    """Builds programs; at run time a program reads only its own build."""

    program: Program
    """How a program is run; its command is still missing."""
    judge: Judge
    stubs: Mapping[str, Mapping[str, bytes]]
    """The files that a problem adds to programs in each language, whose functions they call."""

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
        stub = self.stubs.get(program.language.key)
        if stub is None:
            raise not_accepted(program.language, self.stubs)
        texts = {name: program.files[name].decode(errors="replace") for name in named}
        if linked(program.language) and (own := Project(texts).starters):
            raise NoProgram("{file} 有 main()：這一題只寫函式，main() 由題目提供", file=own[0])
        sources = {*program.sources, *(name for name in stub if of_file(name))}
        added, begins = dict(stub), program.main
        if _STUB in stub:  # it learns from sys.argv which file to load
            line = f"import sys\nsys.argv[1:] = [sys.path[0] + {'/' + program.main!r}]\n"
            added[_STUB], begins = line.encode() + stub[_STUB], _STUB
        files = {**program.files, **added}
        return program._replace(files=files, sources=tuple(sorted(sources)), main=begins)

    def built(self, homework: Source, known_by: str | None = None) -> str:
        """Compile a program; return the compiler's messages."""
        return build(homework, sandbox=self.program.sandbox, known_by=known_by).messages

    def runner(self, homework: Source, known_by: str | None = None) -> Callable[[Case], Result]:
        """Return the judge's function for the program, compiled now or from the cache."""
        box = self.program.sandbox
        built = build(homework, sandbox=box, known_by=known_by)
        box = box._replace(readable=(*box.readable, built.folder))
        judging = self.judge.judging(self.program._replace(command=built.command, sandbox=box))
        text = homework.files.get(homework.main, b"")
        opened = None if b"#if" in text else _OPENS.search(text)  # a macro may switch it off
        file = opened[1].decode(errors="replace") if opened else ""
        return partial(_as_handed_in, judging, f"{built.sources}/".encode(), file)


def _as_handed_in(
    judging: Callable[[Case], Result], folder: bytes, opened: str, case: Case
) -> Result:
    """Judge a program; its traces name its files as they were handed in, not as they are kept.

    If it fails at once, the result names a file that it opens.
    """
    result = judging(case)
    stderr = result.ended.stderr.replace(folder, b"")
    result = replace(result, ended=result.ended._replace(stderr=stderr))
    difference = result.difference
    if opened and not result.of_input and difference and difference.expected.line == 1:
        why = say("程式開了檔案 {file}；測試用的是標準輸入和標準輸出", file=opened)
        return replace(result, of_input=why)
    return result


Building: TypeAlias = Compiling | Grading
"""How homework is built and judged; a picklable object, whose work needs no other."""


class Assignment(NamedTuple):
    """Tests, and how to judge them."""

    judge: Judge
    find: Callable[[str], Sequence[Case]]
    """Returns the tests whose names match a pattern, with answers and in natural order."""
    secrets: tuple[Path, ...]
    """Paths that no program may read."""
    problem: Problem | None = None
    """The problem that owns the tests."""
    grader: tuple[str, ...] = ()
    """The command that judges homework other than programs."""
    stubs: Mapping[str, Mapping[str, bytes]] = {}

    @property
    def how(self) -> str:
        """A text of all that decides a verdict besides program, test and limits."""
        if self.grader:
            files = [Path(word) for word in self.grader if os.path.isfile(word)]
            return "\n".join([*self.grader, *(path.read_bytes().hex() for path in files)])
        return self.judge.how

    def building(self, program: Program) -> Building:
        """Return how homework is built; `program` has no command yet."""
        if self.grader and self.problem is not None:
            return self.problem.grading(program.limits, program.sandbox.mode)
        return Compiling(program, self.judge, self.stubs)


def of_folders(folders: Sequence[Path], judge: Judge) -> Assignment:
    """Return the assignment of folders of tests; an interactor needs none.

    Its function `find` raises UserError if there is no test, or if a test lacks an answer.
    """
    owners = {Problem.owner(folder) for folder in folders}
    owner = owners.pop() if len(owners) == 1 else None
    problem = None if owner is None else Problem.load(owner, given=folders)
    return Assignment(judge, partial(_in_folders, folders, judge), tuple(folders), problem)


def _in_folders(folders: Sequence[Path], judge: Judge, pattern: str) -> Sequence[Case]:
    if not folders:
        return [ALONE._replace(name=say(ALONE.name))]
    cases = layouts.find(folders, pattern)
    for case in cases if isinstance(judge, Comparison) else ():
        if not case.answers:
            case.expected()
    hidden = any(folder.name.casefold() == PARTS[1] for folder in folders)
    return [
        case._replace(hidden=hidden or PARTS[1] in case.name.casefold().split("/")[:-1])
        for case in cases
    ]


def of_problem(trial: Trial, name: str, judge: Judge | None = None) -> Assignment:
    """Return the assignment of a problem, called by the name in a command, with a trial's tests.

    `judge` replaces the problem's own.
    """
    problem = trial.problem
    return Assignment(
        judge or trial.judge,
        partial(_of_trial, trial, name),
        (trial.folder, trial.kept, problem.folder),
        problem,
        problem.grader,
        _stubs(problem),
    )


def _of_trial(trial: Trial, name: str, pattern: str) -> Sequence[Case]:
    cases = [case for case in trial.unanswered if layouts.fits(case.path, pattern)]
    if not cases:
        raise layouts.none_fits(quote(name), pattern)
    # A grader writes its reasons for the student, so no test is hidden.
    return [
        case._replace(name=case.path, hidden=not (case.sample or trial.problem.grader))
        for case in sorted(map(trial.answered, cases), key=lambda case: natural(case.path))
    ]


def _stubs(problem: Problem) -> dict[str, dict[str, bytes]]:
    """Return the files that the problem adds to programs whose functions it calls."""
    stubs = dict(problem.stubs)
    if python := stubs.get("python"):
        (_, main), *modules = python.items()
        stubs["python"] = {_STUB: main, **dict(modules)}
    return stubs


def beside(sources: Sequence[Path]) -> dict[str, bytes]:
    """Return the contents of sources and of their language's other files beside them, by name.

    A folder beside them belongs to them if one of them imports it.
    """
    first = sources[0]
    language = of_file(first.name)
    assert language is not None
    for other in sources:
        if other.parent.resolve() != first.parent.resolve() or of_file(other.name) != language:
            names = {"first": quote(str(first)), "other": quote(str(other))}
            raise UserError("{first}和{other}不是同一個資料夾裡、同一種語言的檔案", **names)
    endings = (*language.endings, *language.headers)

    def read(paths: Iterable[Path]) -> dict[Path, bytes]:
        seen = (path for path in paths if not path.name.startswith("."))
        own = (path for path in seen if path.suffix.lower() in endings and path.is_file())
        return {path: path.read_bytes() for path in own}

    # An error is about a file that was named before it is about another.
    entries = sorted(first.parent.iterdir(), key=lambda path: (path not in sources, path))
    folders = [path for path in entries if path.is_dir() and not path.is_symlink()]
    files = more = read(entries)
    while more:
        code = b"\n".join(more.values())
        imported = [folder for folder in folders if _imports(code, folder.name)]
        folders = [folder for folder in folders if folder not in imported]
        more = read(path for folder in imported for path in sorted(below(folder)))
        files = files | more
    return {path.relative_to(first.parent).as_posix(): data for path, data in files.items()}


def _imports(code: bytes, folder: str) -> bool:
    """Return whether sources import a folder beside them, by its name or by a path in quotes."""
    name = re.escape(os.fsencode(folder))
    by_name = rb"^\s*(?:import|from|using)\s+(?:static\s+)?(?:[\w.]+\.)?%b\b" % name
    in_quotes = rb"""["']%b/|/%b["'/]""" % (name, name)
    return re.search(by_name + b"|" + in_quotes, code, re.MULTILINE) is not None
