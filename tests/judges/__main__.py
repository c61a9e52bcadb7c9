"""The verdict of every judge on every submission, as a table.

Run with ``python -m tests.judges``. Exit status 1 if a judge disagrees with the folder that a
submission is kept in.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from itertools import product

from cardjudge.series.workers import spread
from judge.problem.problem import Problem
from tests.judges import kattis
from tests.judges.panel import JUDGES, verdicts
from tests.judges.programs import version

WORKERS = 2
_SHORT = {
    "accepted": "AC",
    "wrong_answer": "WA",
    "run_time_error": "RE",
    "time_limit_exceeded": "TLE",
}


def rows(problem: Problem, found: dict[str, dict[str, str]]) -> Iterator[tuple[str, bool]]:
    """Yield the rows of a problem, and whether all judges agree with the folder."""
    for submission in problem.submissions:
        key = f"{submission.verdict}/{submission.file}"
        told = [found[judge].get(key) for judge in JUDGES]
        shown = " | ".join(
            "—" if verdict is None else _SHORT.get(verdict, verdict) for verdict in told
        )
        agreed = {verdict for verdict in told if verdict is not None} == {submission.verdict}
        expected = _SHORT[submission.verdict]
        yield f"| {problem.name} | `{submission.file}` | {expected} | {shown} |", agreed


def heading() -> str:
    """Return the versions of the judges that ran, and the head of the table."""
    told = [f"CPython {platform.python_version()}"]
    if kattis.available():
        told.append(f"problemtools {version(kattis.TOOL, 'problemtools')}")
    return (
        f"With {', '.join(told)}, and the CMS protocol without isolate:\n\n"
        "| problem | submission | must get | `judge` | Kattis | CMS |\n"
        "| --- | --- | --- | --- | --- | --- |\n"
    )


def main() -> int:
    """Print the table and return the exit status."""
    table = heading()
    all_agree = True
    names = Problem.names()
    pairs = list(product(names, JUDGES))
    found: dict[str, dict[str, dict[str, str]]] = {name: {} for name in names}
    for (name, judge), told in zip(pairs, spread(verdicts, pairs, WORKERS, "評測"), strict=True):
        found[name][judge] = told
    for name in names:
        for row, agreed in rows(Problem.load(name), found[name]):
            table += f"{row}\n"
            all_agree = all_agree and agreed
    print(table, end="")
    return 0 if all_agree else 1


if __name__ == "__main__":
    sys.exit(main())
