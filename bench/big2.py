"""Strength and speed of the Monte-Carlo player of Big-2.

Strength is the share of 400 games that the player wins against three others, with 20 ms of CPU time
a move; 25 % would be equal. Every deal is played from all four seats, and the games of a deal are
one cluster of the interval. The opponents in `bench/big2_pool.py` share nothing with the player.
The peer in speed is the same play-out through the chain of patterns in plain Python, which runs
where Numba is missing.

``python -m bench.big2 OPPONENT…`` measures the strength against these opponents only.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

from bench.big2_pool import STRANGERS
from bench.claims import Claim, Row, status, told
from bench.peers import call_seconds, interleaved, ratio
from big2.cases import shuffled
from big2.game import PLAYERS
from big2.patterns import Play
from big2.players import Budget, Strategy
from big2.players.fast.worlds import FastEngine
from big2.players.montecarlo import Engine, MonteCarlo
from big2.players.record import Record
from big2.players.simple import Greedy, Smallest, Uniform
from big2.players.worlds import GeneralEngine
from cardjudge.series.estimate import Estimate, share_of_clusters
from cardjudge.series.workers import spread

GUIDED = Claim("guided play-outs a second", "the chain in plain Python", at_least=80)
_WANTED = {"random": 90, "smallest": 70, "greedy": 40} | dict.fromkeys(STRANGERS, 34)
MARKS = {
    name: Claim(f"games won against three `{name}`", at_least=mark, unit="%")
    for name, mark in _WANTED.items()
}
CLAIMS = (GUIDED, *MARKS.values())

DEALS = 100
THINKING = Budget(seconds=0.02)
WORKERS = 2


OPPONENTS: dict[str, Callable[[random.Random], Strategy]] = {
    "random": Uniform,
    "smallest": lambda rng: Smallest(),
    "greedy": lambda rng: Greedy(),
    **STRANGERS,
}


def wins(others: str, budget: Budget, number: int) -> bool:
    """Play a game of this number and return whether the player won."""
    rng = random.Random(number)
    deck = shuffled(random.Random(f"deal {number // PLAYERS}"))
    players = [OPPONENTS[others](rng) for _ in range(PLAYERS)]
    seat = number % PLAYERS
    players[seat] = MonteCarlo(rng, budget)
    return Record(deck).play(players) == seat


def strength(others: str) -> Estimate:
    """Return the share of games that the player wins against three others of a name, by deal."""
    work = partial(wins, others, THINKING)
    won = list(spread(work, range(PLAYERS * DEALS), WORKERS, others))
    deals = [sum(won[start : start + PLAYERS]) / PLAYERS for start in range(0, len(won), PLAYERS)]
    return share_of_clusters(deals, PLAYERS)


def playouts() -> Iterator[Row]:
    """Measure the speed of play-outs of whole games from the deal, in one process."""
    view = Record(shuffled(random.Random(1))).view()
    actions: list[Play | None] = list(view.legal.distinct())

    def each(engine: Engine, worlds: int) -> float:
        return call_seconds(lambda: engine.wins(actions, worlds, 1)) / (worlds * len(actions))

    ours, peer = interleaved(
        9,
        lambda: each(FastEngine(view), 4000),
        lambda: each(GeneralEngine(view), 40),
    )
    yield Row(GUIDED, ratio(peer, ours), f"{1 / median(ours):,.0f} a second")


def rows() -> Iterator[Row]:
    """Measure all claims."""
    yield from playouts()
    for name, mark in MARKS.items():
        yield _row(name, mark)


def _row(name: str, mark: Claim) -> Row:
    won = strength(name)
    return Row(mark, Estimate(*(100 * part for part in won)))


if __name__ == "__main__":
    some = {name: mark for name, mark in MARKS.items() if name in sys.argv[1:]}
    if some:  # a part of it: the opponents that are named
        sys.exit(status(told(tuple(some.values()), (_row(*pair) for pair in some.items()))))
    sys.exit(status(told(CLAIMS, rows())))
