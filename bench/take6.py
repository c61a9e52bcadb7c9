"""Strength of the best level of Take 6!, and the cost of play-outs and contest calls.

Level 6 has 4,000 play-outs a move; a share of 25 % would be equal. The limits are the goals of 50 %
and 40 %, less two standard errors of 200 games. A call of the contest is a question and an answer
between two processes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median

from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, call_seconds, interleaved, middle, output, python, ratio
from cardjudge.commands.programs import ProgramOptions
from cardjudge.play.match import Match
from cardjudge.play.match import play as play_match
from cardjudge.series.contest import Terms, command, contest
from cardjudge.series.estimate import Estimate
from cardjudge.series.league import Leg, Played
from take6.game import HAND, Game
from take6.play.game import Take6
from take6.players.base import Budget, View, shuffled
from take6.players.beliefs import fixed
from take6.players.playout import LEARNED
from take6.players.search import search
from take6.series.contest.build import source
from take6.series.contest.league import ARENA, play
from take6.series.contest.seat import Seat

COMPILED = Claim("play-outs a second", "the same functions without Numba", at_least=30)
CALLS = Claim("calls of a contest a second")
CALLS_BY_CPU = Claim("calls of a contest for a second of the arena's CPU time")
MARKS = {
    level: Claim(f"games that level 6 wins against three of {level}", unit="%", at_least=mark)
    for level, mark in (("3", 43), ("4", 33))
}
CLAIMS = (COMPILED, CALLS, CALLS_BY_CPU, *MARKS.values())

GAMES = 200
WORKERS = 2
WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from bench.take6 import playout_seconds
print(playout_seconds(1000))
"""


def playout_seconds(playouts: int) -> float:
    """Return the CPU seconds of a play-out of a whole game of four."""
    game = Game(shuffled(Random("1")), 4)
    view = View.of(game, 0)
    beliefs = fixed(view, LEARNED)

    def go(count: int) -> None:
        search(view, beliefs, Budget(count), Random(1), halving=False)

    go(10)
    return call_seconds(lambda: go(playouts)) / playouts


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
    compiled, plain = interleaved(
        6,
        lambda: playout_seconds(200_000),
        lambda: float(output(python("-c", WITHOUT_NUMBA))),
    )
    yield Row(COMPILED, ratio(plain, compiled), f"{1 / median(compiled):,.0f} a second")
    calls, by_cpu = zip(*(calls_a_second(100) for _ in range(6)), strict=True)
    yield Row(CALLS, middle(calls), "in wall time")
    yield Row(CALLS_BY_CPU, middle(by_cpu))
    for level, mark in MARKS.items():
        levels = ("6", level, level, level)
        match = Match(Take6, levels, GAMES // len(levels), 0, {"seats": len(levels)})
        won = play_match(match, WORKERS)[0].share
        yield Row(mark, Estimate(*(100 * part for part in won)))


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
