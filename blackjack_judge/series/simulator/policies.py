"""The players of the kit as the simulator plays them: a bet, and a plan made of their moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from blackjack_judge.hands import ACE, POINTS
from blackjack_judge.players import base, best_play, load
from blackjack_judge.players.base import Game, Situation
from blackjack_judge.players.basic import bold, half_bold, hundredth
from blackjack_judge.players.best_play import LATER, OPENINGS, later_at, opening_at
from blackjack_judge.players.count import LAST_PART, bet_of
from blackjack_judge.series.simulator.kernel import BET, Bytes
from blackjack_judge.shoe import DECK, RANKS
from blackjack_judge.table import GOAL, Rules

Bet = Callable[[int, int, int, int, float], int]
"""The bet of a round: of the money, the goal, the money at the start, the cards left, the edge."""


@dataclass(frozen=True)
class Policy:
    """How a player bets and plays."""

    player: str
    """The name in the kit of the player whose moves are played."""
    bet: Bet
    """A pure function of numbers that Numba can compile."""
    insurance_share: int = 0
    """Which part of the money goes into insurance against an ace; 0 for none."""
    modest: bool = False
    """Whether it neither doubles nor splits where a plain win reaches the goal."""
    last_part: int = 0
    """The cards left from which on the best play is found anew for the unseen cards."""


def _tenth(money: int, goal: int, start: int, left: int, edge: float) -> int:
    return money // 10


POLICIES = {
    "sample": Policy("sample", _tenth, insurance_share=30),
    "basic": Policy("basic", hundredth),
    "bold": Policy("bold", bold),
    "half-bold": Policy("half-bold", half_bold),
    "count": Policy("count", bet_of, modest=True, last_part=LAST_PART),
}
"""One for each player of the kit that is no person."""

_CODES = {
    base.STAND: best_play.STAND,
    base.HIT: best_play.HIT,
    base.DOUBLE: best_play.DOUBLE,
    base.SPLIT: best_play.SPLIT,
}


@cache
def compiled_bet(bet: Bet) -> Any:
    """Return the bet as a function that a kernel can be given."""
    return numba.cfunc(BET)(bet)


@cache
def plan(name: str, rules: Rules) -> tuple[Bytes, Bytes]:
    """Return what a player moves with each two cards, by their ranks, and with each hand later.

    This asks the player in every situation that may come, so it must decide by nothing else.
    """
    player = load(name)(Game(DECK, GOAL, rules))
    ranks = range(1, RANKS + 1)
    opening, later = np.zeros(OPENINGS, np.uint8), np.zeros(LATER, np.uint8)

    def code(*situation: Any) -> int:
        return _CODES[player.move(Situation(*situation))]

    for upcard in ranks:
        for first in ranks:
            for second in ranks:
                for free in (0, 1):
                    moves = (base.HIT, base.STAND, *(_more(first, second) if free else ()))
                    at = opening_at(free, first, second, upcard)
                    opening[at] = code((first, second), upcard, 1, 9, moves, 0)
        for split in range(3):
            for points in range(2 if split else 3, 22):
                for soft in (0, 1):
                    hand = _hand(points, soft, 2 if split else 3)
                    if hand is not None:
                        at = later_at(split, soft, points, upcard)
                        moves = (base.HIT, base.STAND)
                        later[at] = code(hand, upcard, 1, 9, moves, split)
    return opening, later


def _more(first: int, second: int) -> tuple[str, ...]:
    return (base.DOUBLE, base.SPLIT) if POINTS[first] == POINTS[second] else (base.DOUBLE,)


def _hand(points: int, soft: int, cards: int) -> tuple[int, ...] | None:
    """Return a hand of so many points with at least so many cards, or None if there is none."""
    if soft:
        rest = points - 11 - (cards - 2)
        return (ACE,) * (cards - 1) + (rest,) if rest > 0 else None
    hand = (2,) * (cards - 1)
    rest = points - sum(hand)
    if rest < 2:
        return None
    while rest > 10:
        hand += (9 if rest == 11 else 10,)
        rest -= hand[-1]
    return (*hand, rest)
