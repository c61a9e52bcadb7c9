"""Cost of calls of the contest of Take 6!: a question and an answer between two processes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from random import Random

from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, middle
from cardjudge.commands.programs import ProgramOptions
from cardjudge.series.contest import Terms, command, contest
from cardjudge.series.league import Leg, Played
from take6.game import HAND, Game
from take6.players.base import shuffled
from take6.series.contest.build import source
from take6.series.contest.league import ARENA, play
from take6.series.contest.seat import Seat

CALLS = Claim("calls of a contest a second")
CALLS_BY_CPU = Claim("calls of a contest for a second of the arena's CPU time")
CLAIMS = CALLS, CALLS_BY_CPU


def calls_a_second(deals: int) -> tuple[float, float]:
    """Return how many calls the arena makes of two C contestants: a second, and for one of CPU.

    They are those of a leg but for its first game, in which its programs are started.
    """
    starter, options = ROOT / "take6/series/contest/starter", ProgramOptions()
    limits, sandbox = options.limits(), options.sandbox()
    files = [starter / name for name in ("careful.c", "random.c")]
    ends: list[tuple[float, float, int]] = []

    def measured(_terms: Terms, _leg: Leg, seats: Sequence[Seat], deal: int) -> Played:
        game = Game(shuffled(Random(f"{deal}")), 2)
        play(game, seats)
        calls = len(game.moves) + HAND  # a round is two calls
        ends.append((time.perf_counter(), time.process_time(), calls))
        return Played(0.5)

    entrants = [command(limits, sandbox, source, file) for file in files]
    contest(ARENA._replace(game=measured), entrants, Terms(deals, 1))
    first, *others = ends[:deals]
    calls = sum(calls for _, _, calls in others)
    return calls / (others[-1][0] - first[0]), calls / (others[-1][1] - first[1])


def rows() -> Iterator[Row]:
    """Measure all claims."""
    calls, by_cpu = zip(*(calls_a_second(100) for _ in range(6)), strict=True)
    yield Row(CALLS, middle(calls), "in wall time")
    yield Row(CALLS_BY_CPU, middle(by_cpu))


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
