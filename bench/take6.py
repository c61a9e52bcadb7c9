"""Cost of calls of the contest of Take 6!: a question and an answer between two processes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence

from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, middle
from cardjudge.commands.programs import ProgramOptions
from cardjudge.play.contest import Contest, play
from cardjudge.play.entrants import entrants, ready
from cardjudge.programs.keeper import private
from take6.play.game import Take6
from take6.series.contest.program import Program

CALLS = Claim("calls of a contest a second")
CALLS_BY_CPU = Claim("calls of a contest for a second of the arena's CPU time")
CLAIMS = CALLS, CALLS_BY_CPU


def calls_a_second(deals: int) -> tuple[float, float]:
    """Return how many calls the arena makes of two C contestants: a second, and for one of CPU.

    They are those of a leg but for its first game, in which its programs are started.
    """
    starter, options = ROOT / "take6/series/contest/starter", ProgramOptions()
    entered = entrants([starter / "careful.c", starter / "random.c"], Program.is_program)
    playing = ready(entered, Program.source, options.limits(), options.sandbox())
    ends: list[tuple[float, float, int]] = []
    calls = 0

    class Counted(Program):
        def answer(self, is_whole: Callable[[bytes], bool]) -> bytes:
            nonlocal calls
            calls += 1
            return super().answer(is_whole)

        def finish(self, shares: Sequence[float]) -> None:
            ends.append((time.perf_counter(), time.process_time(), calls))

    with private() as folder:
        play(Contest(Take6, Counted, {"seats": 2}, playing, deals, 1, folder / "journal", False))
    (wall, cpu, before), (last, last_cpu, after) = ends[1], ends[2 * deals - 1]
    return (after - before) / (last - wall), (after - before) / (last_cpu - cpu)


def rows() -> Iterator[Row]:
    """Measure all claims."""
    calls, by_cpu = zip(*(calls_a_second(100) for _ in range(6)), strict=True)
    yield Row(CALLS, middle(calls), "in wall time")
    yield Row(CALLS_BY_CPU, middle(by_cpu))


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
