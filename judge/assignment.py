"""An assignment: the tests of folders or of a problem, and how homework is judged on them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import quote
from cardjudge.language import say
from judge import layouts
from judge.building import Building, Compiling, Stub
from judge.cases import PARTS, Case, natural
from judge.interactive import ALONE
from judge.problem.problem import Problem
from judge.problem.trial import Trial
from judge.runner import Judge, Program

_STUB = "the stub.py"


class Assignment(NamedTuple):
    """Tests, and how to judge them."""

    judge: Judge
    find: Callable[[str, bool], Sequence[Case]]
    """Returns the tests whose names match a pattern, with answers and in natural order; with False,
    only those with the expected exit status 0."""
    secrets: tuple[Path, ...]
    """Paths that no program may read."""
    problem: Problem | None = None
    """The problem that owns the tests."""
    grader: tuple[str, ...] = ()
    """The command that judges homework other than programs."""
    stubs: Mapping[str, Stub] = {}

    @property
    def how(self) -> str:
        """A text of all that decides a verdict besides program, test and limits."""
        if self.grader:
            files = [Path(word) for word in self.grader if Path(word).is_file()]
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
    problem = None if owner is None else Problem.load(owner)
    return Assignment(judge, partial(_in_folders, folders, judge), tuple(folders), problem)


def _in_folders(
    folders: Sequence[Path], judge: Judge, pattern: str, with_errors: bool
) -> Sequence[Case]:
    if not folders:
        return [ALONE._replace(name=say(ALONE.name))]
    cases = layouts.find(folders, pattern, with_errors)
    for case in cases if judge.needs_answers else ():
        if not case.answers:
            case.expected()
    hidden = [folder.name for folder in folders if folder.name == PARTS[1]]
    return [
        case._replace(hidden=bool(hidden) or PARTS[1] in case.name.split("/")[:-1])
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


def _of_trial(trial: Trial, name: str, pattern: str, _: bool) -> Sequence[Case]:
    cases = [case for case in trial.unanswered if layouts.fits(case.path, pattern)]
    if not cases:
        raise layouts.none_fits(quote(name), pattern)
    # A grader writes its reasons for the student, so no test is hidden.
    shown = bool(trial.problem.grader)
    return [
        case._replace(name=case.path, hidden=not (case.sample or shown))
        for case in sorted(map(trial.answered, cases), key=lambda case: natural(case.path))
    ]


def _stubs(problem: Problem) -> dict[str, Stub]:
    """Return the files that the problem adds to programs whose functions it calls."""
    stubs = {key: Stub(files, None) for key, files in problem.stubs.items()}
    if python := problem.stubs.get("python"):
        (_, main), *modules = python.items()
        stubs["python"] = Stub({_STUB: main, **dict(modules)}, _STUB)
    return stubs
