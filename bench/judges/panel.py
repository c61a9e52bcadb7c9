"""One judge on one problem, by their names."""

from __future__ import annotations

import tempfile
from pathlib import Path

from bench.judges import cms, dmoj, kattis, ours
from judge.problem.formats import export
from judge.problem.problem import Problem

JUDGES = ("ours", "kattis", "dmoj", "cms")


def verdicts(pair: tuple[str, str]) -> dict[str, str]:
    """Return for a problem and a judge the verdict on each submission; none if it is not here."""
    name, judge = pair
    problem = Problem.load(name)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        match judge:
            case "ours":
                return ours.verdicts(export(problem, "kattis", folder), problem.seconds)
            case "kattis" if kattis.available():
                return kattis.verdicts(kattis.verify(export(problem, "kattis", folder)))
            case "dmoj" if dmoj.missing() is None:
                export(problem, "dmoj", folder)
                return dmoj.verdicts(dmoj.test(folder, [name]))
            case "cms":
                return cms.verdicts(export(problem, "cms", folder), problem.seconds)
    return {}
