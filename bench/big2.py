"""How strong the Monte-Carlo player of Big-2 is, and how fast.

Strength is the share of 1,000 games that it wins against three others with 1,000 play-outs a move,
where 25 % is equal; every deal is played from all four seats. The peer in speed is a plain loop in
Python that deals the unseen cards and plays out at random; no other engine of this game was found
among the packages that one can install. Guided play-outs are also compared with those through the
chain of patterns, which are what is done without Numba or with other patterns.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import NamedTuple

import numpy as np

from bench import plain_playout
from bench.claims import Claim, Row, status, told
from bench.peers import call_seconds, interleaved, ratio
from big2.cases import shuffled
from big2.fast.cards import NO_TOP, RANKS, SUITS
from big2.fast.engine import FastEngine
from big2.fast.playout import rules as fast_rules
from big2.fast.search import evaluate
from big2.game import PLAYERS
from big2.patterns import Play
from big2.players import Budget, Strategy, View
from big2.players.base import Advice
from big2.players.greedy import Greedy
from big2.players.montecarlo import DOUBT, Engine, MonteCarlo
from big2.players.random import Uniform
from big2.players.smallest import Smallest
from big2.players.worlds import GeneralEngine
from big2.table import Table
from cardjudge.series.estimate import Estimate, share
from cardjudge.series.workers import spread

AT_RANDOM = Claim("random play-outs a second", "a plain loop in Python", at_least=60)
GUIDED = Claim("guided play-outs a second", "the chain in plain Python", at_least=80)
MARKS = {
    name: Claim(f"games won against three `{name}`", at_least=mark, unit="%")
    for name, mark in (("random", 85), ("smallest", 64), ("greedy", 36))
}
CLAIMS = (AT_RANDOM, GUIDED, *MARKS.values())

GAMES = 1000
PLAYOUTS = 1000
WORKERS = 2


class Longest(Strategy):
    """Plays the pattern of most cards that it can, of these the lowest."""

    name = "longest"

    def advise(self, view: View) -> Advice:
        """Return the longest legal play, or a pass where there is none."""
        return Advice(min(view.legal, key=lambda p: (-len(p.cards), p.cards[::-1]), default=None))


class Part(NamedTuple):
    """A Monte-Carlo player with some of its parts; none at all is the heuristic alone."""

    what: str
    guided: bool | None
    doubt: float


WHOLE = Part("guided play-outs, deals that fit the passes", True, DOUBT)


def opponent(name: str, rng: random.Random) -> Strategy:
    """Return an opponent by its name."""
    if name == Uniform.name:
        return Uniform(rng)
    others: dict[str, Callable[[], Strategy]]
    others = {"smallest": Smallest, "longest": Longest, "greedy": Greedy}
    return others[name]()


def wins(part: Part, others: str, playouts: int, number: int) -> bool:
    """Play a game and return whether the player won: a function of the number alone."""
    rng = random.Random(number)
    deck = shuffled(random.Random(f"deal {number // PLAYERS}"))
    players = [opponent(others, rng) for _ in range(PLAYERS)]
    seat = number % PLAYERS
    if part.guided is None:
        players[seat] = Greedy()
    else:
        players[seat] = MonteCarlo(rng, Budget(playouts), part.guided, part.doubt)
    return Table(deck).play(players) == seat


def strength(part: Part, others: str) -> Estimate:
    """Return the share of games that a player wins against three others of a name."""
    work = partial(wins, part, others, PLAYOUTS)
    return share(sum(spread(work, range(GAMES), WORKERS, others)), GAMES)


def playouts() -> Iterator[Row]:
    """Measure the speed of play-outs of whole games from the deal, in one process."""
    deck = random.Random(1).sample(range(RANKS * SUITS), RANKS * SUITS)
    hand, unseen = deck[:13], deck[13:]
    many, few = 40_000, 400

    def compiled() -> None:
        bits, others = (sum(1 << card for card in cards) for cards in (hand, unseen))
        counts, never = np.full(PLAYERS, 13), np.full((PLAYERS, 4), RANKS * SUITS)
        # Two have passed already, so with a pass of seat 0 the seat 1 begins a round.
        top, passing = np.array([0, 0, 2]), np.array([[NO_TOP, -1, 0]])
        won = np.zeros(1, np.int64)
        evaluate(1, many, bits, others, counts, never, 1024, False, top, passing, fast_rules(), won)

    ours, peer = interleaved(
        9,
        lambda: call_seconds(compiled) / many,
        lambda: (
            call_seconds(
                lambda: plain_playout.wins(random.Random(1), sorted(hand), sorted(unseen), few)
            )
            / few
        ),
    )
    yield Row(AT_RANDOM, ratio(peer, ours), f"{1 / median(ours):,.0f} a second")
    view = Table(shuffled(random.Random(1))).view()
    actions: list[Play | None] = list(view.legal.distinct())

    def each(engine: Engine, worlds: int) -> float:
        return call_seconds(lambda: engine.wins(actions, worlds, 1)) / (worlds * len(actions))

    ours, peer = interleaved(
        9,
        lambda: each(FastEngine(view, True, DOUBT), 4000),
        lambda: each(GeneralEngine(view, DOUBT), 40),
    )
    yield Row(GUIDED, ratio(peer, ours), f"{1 / median(ours):,.0f} a second")


def rows() -> Iterator[Row]:
    """Measure all claims."""
    yield from playouts()
    for name, mark in MARKS.items():
        won = strength(WHOLE, name)
        yield Row(mark, Estimate(*(100 * part for part in won)))


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
