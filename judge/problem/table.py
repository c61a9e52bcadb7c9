"""The table of `judge problem check`: each program's verdict and CPU time on each test."""

import sys

from cardjudge.columns import columns
from cardjudge.language import say
from judge.cases import Case
from judge.problem.problem import Submission
from judge.runner import Result


class Table:
    """Collects runs, and shows the current one on a terminal."""

    def __init__(self) -> None:
        self._runs: dict[tuple[str, str], str] = {}
        self._tests: dict[str, None] = {}
        self._programs: dict[str, float] = {}

    def add(self, submission: Submission, test: Case, result: Result) -> None:
        """Add a run."""
        program = submission.place.removeprefix("submissions/")
        self._tests[test.path] = None
        self._programs[program] = max(self._programs.get(program, 0.0), result.ended.cpu)
        self._runs[program, test.path] = f"{result.verdict} {result.ended.cpu:.2f} s"
        progress(f"{program} {test.path}")

    def lines(self) -> list[str]:
        """Return the table: one row per test, one column per program; last, the slowest runs."""
        programs = [*self._programs]
        rows = [["", *(str(number) for number in range(1, len(programs) + 1))]]
        for test in self._tests:
            rows.append([test, *(self._runs.get((each, test), "–") for each in programs)])
        rows.append([say("最慢"), *(f"{seconds:.2f} s" for seconds in self._programs.values())])
        names = [f"{number}  {name}" for number, name in enumerate(programs, 1)]
        progress("")
        return [*names, *columns(rows)] if programs else []


def progress(told: str) -> None:
    """Replace the last line of a terminal; print nothing elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{told[:100]}", end="", file=sys.stderr, flush=True)
