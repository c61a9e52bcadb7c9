"""The assignment of a class: a folder of tests, or a problem."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from judge import cases
from judge.building import Stub
from judge.cases import Case
from judge.checker import Checker, Referee
from judge.classroom.grades import Group, by_folder
from judge.compare import Compare, named
from judge.grader import Grader
from judge.options import Judging
from judge.problem.problem import HIDDEN, Problem, Test
from judge.problem.trial import Trial

_STUB = "the stub.py"


class Assignment(NamedTuple):
    """Tests in natural order, and how to judge and count them."""

    judge: Compare | Referee | Grader
    cases: tuple[Case, ...] = ()
    hidden: frozenset[str] = frozenset()
    """Names of the tests of which students see only the verdict."""
    groups: tuple[Group, ...] = ()
    how: str = ""
    """A text of all that decides a verdict besides program and test; it is part of a test's key."""
    stubs: dict[str, Stub] = {}
    secrets: tuple[Path, ...] = ()
    """Paths that no program may read."""
    problem: Path | None = None
    """The folder of the problem; None if the tests belong to no problem."""
    time: float | None = None
    memory: int | None = None
    """Limits of a run in seconds and MiB; the command line overrides them, None is the default."""


def of_folder(folder: Path, judge: Compare | Referee, how: str) -> Assignment:
    """Return the assignment of a folder of tests; its subfolders are the groups.

    UserError if there is no test, or if a test lacks the answer that the judge needs.
    """
    given = cases.find([folder])
    if not isinstance(judge, Checker | Referee):
        cases.demand_answers(given)
    found = [case.absolute() for case in given]  # a worker may have another working folder
    names = [case.name for case in found]
    hidden = frozenset(name for name in names if HIDDEN in (folder.name, *name.split("/")[:-1]))
    secrets = (*cases.secret(folder),)
    owner = Problem.owner(folder)
    groups = by_folder(names)
    return Assignment(judge, tuple(found), hidden, groups, how, secrets=secrets, problem=owner)


@contextmanager
def of_problem(problem: Problem, seed: int | None) -> Iterator[Assignment]:
    """Yield the assignment of a problem, with the tests of a seed, or its own for None."""
    with Trial(problem, seed) as trial:
        yield _laid_out(trial)


def _laid_out(trial: Trial) -> Assignment:
    problem, described = trial.problem, trial.problem.described
    tests = sorted(trial.tests, key=lambda test: cases.natural(test.path))
    judge, how = _judge(trial)
    # A grader writes its reasons for the student, so no test is hidden.
    hidden = () if problem.grader else (test.path for test in tests if not test.sample)
    return Assignment(
        judge,
        cases=tuple(replace(trial.write(test), name=test.path) for test in tests),
        hidden=frozenset(hidden),
        groups=_groups(problem, tests),
        how=how,
        stubs=_stubs(problem),
        secrets=(trial.folder, problem.folder),
        problem=problem.folder,
        time=described.time,
        memory=described.memory,
    )


def _judge(trial: Trial) -> tuple[Compare | Referee | Grader, str]:
    if grader := trial.problem.grader:
        return grader, _contents("grader", grader.command)
    if rule := trial.problem.described.compare:
        return named(rule), rule
    files = sorted(Path(trial.referee.command[-1]).parent.rglob("*.py"))
    how = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return trial.referee if trial.problem.interactive else Checker(trial.referee), how


def _groups(problem: Problem, tests: Sequence[Test]) -> tuple[Group, ...]:
    """Return the groups of a problem; without groups, every test counts alike."""
    if problem.described.own_groups is None:
        return by_folder([test.path for test in tests])
    found = []
    for group in problem.described.groups:
        names = tuple(test.path for test in tests if problem.group(test) == group)
        found += [Group(group.tests, names, group.points, group.rule)] if names else []
    return tuple(found)


def _stubs(problem: Problem) -> dict[str, Stub]:
    """Return the files that the problem adds to programs whose functions it calls."""
    stubs = {key: Stub(files, None) for key, files in problem.stubs.items()}
    if python := problem.stubs.get("python"):
        (_, main), *modules = python.items()
        stubs["python"] = Stub({_STUB: main, **dict(modules)}, _STUB)
    return stubs


def how_judged(options: Judging) -> tuple[Compare | Referee, str]:
    """Return how to judge outputs, and a text of that with the contents of its programs."""
    judge = options.judge()
    if isinstance(judge, Checker):
        judge = Checker(_anywhere(judge.referee))
        return judge, _contents("checker", judge.referee.command, judge.referee.kattis)
    if isinstance(judge, Referee):
        judge = _anywhere(judge)
        return judge, _contents("interactor", judge.command, judge.kattis)
    return judge, options.compare or "exact"


def _anywhere(referee: Referee) -> Referee:
    """Return a referee with absolute paths of its files."""
    command = referee.command
    names = [name if "/" in name else "" for name in command[:1]] + [*command[1:]]
    here = {name: os.path.abspath(name) for name in names if os.path.isfile(name)}
    return replace(referee, command=tuple(here.get(name, name) for name in command))


def _contents(kind: str, command: Sequence[str], kattis: bool = False) -> str:
    words = [kind, str(kattis)]
    for word in command:
        words += [word, Path(word).read_bytes().hex() if Path(word).is_file() else ""]
    return "\n".join(words)
