"""How strong the Monte-Carlo player of Big-2 is, what each part of it brings, and how fast it is.

Run with ``python -m bench.big2``; exit status 1 where a mark is missed. ``python -m bench.big2
parts`` measures what each part of the player brings against three `greedy`, or against others that
are named after it. Strength is the share of games that one player wins against three others, where
25 % is equal; every deal is played from all four seats.

The peer in speed is a plain loop in Python that does the same work: it deals the unseen cards and
plays out at random. No other engine of this game was found among the packages one can install.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import numpy as np

from bench import plain_playout
from bench.peers import call_seconds, interleaved
from big2.cases import shuffled
from big2.fast.cards import NO_TOP, RANKS, SUITS
from big2.fast.playout import rules
from big2.fast.search import evaluate
from big2.game import PLAYERS
from big2.players import Budget, Strategy, View
from big2.players.base import Advice
from big2.players.greedy import Greedy
from big2.players.montecarlo import DOUBT, MonteCarlo
from big2.players.random import Uniform
from big2.players.smallest import Smallest
from big2.table import Table
from judge.estimate import share
from judge.workers import spread

GAMES = 1000
PLAYOUTS = 1000
WORKERS = 2
LEAST_RATIO = 60.0


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
PARTS = (
    Part("the heuristic alone, no play-outs", None, 1.0),
    Part("random play-outs, any deals", False, 1.0),
    Part("random play-outs, deals that fit the passes", False, DOUBT),
    Part("guided play-outs, any deals", True, 1.0),
    WHOLE,
)
MARKS = {"random": 0.85, "smallest": 0.64, "longest": 0.0, "greedy": 0.36}
"""The least share of games to win against three of these."""


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


def strength(part: Part, others: Iterable[str]) -> bool:
    """Print the shares of games won and return whether the marks are reached."""
    reached = True
    for name in others:
        work = partial(wins, part, name, PLAYOUTS)
        won = share(sum(spread(work, range(GAMES), WORKERS, name)), GAMES)
        mark = f" (mark {100 * MARKS[name]:.0f} %)" if MARKS[name] and part is WHOLE else ""
        print(f"{part.what}, against three {name}: {won.percent(1)}{mark}", flush=True)
        reached &= won.value >= MARKS[name] or part is not WHOLE
    return reached


def speed() -> bool:
    """Print play-outs a second and return whether the ratio is kept."""
    deck = random.Random(1).sample(range(RANKS * SUITS), RANKS * SUITS)
    hand, unseen = deck[:13], deck[13:]
    many, few = 40_000, 400

    def compiled(guided: bool) -> None:
        bits, others = (sum(1 << card for card in cards) for cards in (hand, unseen))
        counts, never = np.full(PLAYERS, 13), np.full((PLAYERS, 4), RANKS * SUITS)
        # Two have passed already, so with a pass of seat 0 the seat 1 begins a round.
        top, passing = np.array([0, 0, 2]), np.array([[NO_TOP, -1, 0]])
        won = np.zeros(1, np.int64)
        evaluate(1, many, bits, others, counts, never, 1024, guided, top, passing, rules(), won)

    at_random, guided, plain = interleaved(
        5,
        lambda: call_seconds(lambda: compiled(False)),
        lambda: call_seconds(lambda: compiled(True)),
        lambda: call_seconds(
            lambda: plain_playout.wins(random.Random(1), sorted(hand), sorted(unseen), few)
        ),
    )
    ratio = (many / at_random) / (few / plain)
    print(
        f"whole games from the deal a second, in one process: at random {many / at_random:,.0f}, "
        f"guided {many / guided:,.0f}, plain loop at random {few / plain:,.0f}"
    )
    print(f"random play-outs to the plain loop: {ratio:.0f} times (at least {LEAST_RATIO:.0f})")
    return ratio >= LEAST_RATIO


def main(arguments: list[str]) -> int:
    """Measure and return the exit status."""
    if arguments[:1] == ["parts"]:
        for part in PARTS:
            strength(part, arguments[1:] or ["greedy"])
        return 0
    return 0 if all([speed(), strength(WHOLE, MARKS)]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
