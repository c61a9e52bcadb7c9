"""One judge on one problem, by their names."""

from __future__ import annotations

import tempfile
from pathlib import Path

from judge.problem.package import export
from judge.problem.problem import Problem
from judge.problem.trial import Trial
from tests.judges import cms, kattis, ours

JUDGES = ("ours", "kattis", "cms")


def verdicts(pair: tuple[str, str]) -> dict[str, str]:
    """Return for a problem and a judge the verdict on each submission; none if it is not here."""
    name, judge = pair
    problem = Problem.load(name)
    seconds = problem.described.time
    with Trial(problem) as trial, tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        match judge:
            case "ours":
                return ours.verdicts(export(trial, "kattis", folder / trial.problem.name), seconds)
            case "kattis" if kattis.available():
                return kattis.verdicts(
                    kattis.verify(export(trial, "kattis", folder / trial.problem.name))
                )
            case "cms":
                return cms.verdicts(export(trial, "cms", folder / trial.problem.name), seconds)
    return {}
