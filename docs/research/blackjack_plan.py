"""The best play for the unseen cards as a plan, which the simulator looks up and compiles."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from blackjack_judge.hands import ACE, POINTS, total
from blackjack_judge.players import base
from docs.research.blackjack_values import (
    dealers_ends,
    hitting,
    of_double,
    of_half,
    of_two,
    points_of,
    standing,
)

STAND, HIT, DOUBLE, SPLIT = 0, 1, 2, 3
MOVES = (base.STAND, base.HIT, base.DOUBLE, base.SPLIT)
"""The names of the moves, by their numbers."""
_KINDS = 14
"""Length of an axis of kinds of card, which are ranks or points and count from 1."""
OPENINGS = 2 * _KINDS**3
LATER = 3 * 2 * 22 * _KINDS


def opening_at(free: int, first: int, second: int, upcard: int) -> int:
    """Return the index of the decision with two cards; `free` if it may double and split."""
    return ((free * 14 + first) * 14 + second) * 14 + upcard


def later_at(split: int, soft: int, points: int, upcard: int) -> int:
    """Return the index of the decision to hit: after a hit, or for hand 1 or 2 of a split."""
    return ((split * 2 + soft) * 22 + points) * 14 + upcard


class Plan:
    """The best move in every situation; `find` computes it."""

    def __init__(self) -> None:
        self._opening, self._later = [0] * OPENINGS, [0] * LATER

    def find(self, unseen: Sequence[int]) -> float:
        """Compute the plan for these cards; return the expectation of a round."""
        return find_best_play(unseen, self._opening, self._later)

    def move(self, situation: base.Situation) -> str:
        """Return the best legal and affordable move."""
        hand, upcard = situation.hand, POINTS[situation.upcard]
        if len(hand) == 2 and not situation.split:
            free = base.DOUBLE in situation.moves
            at = opening_at(int(free), POINTS[hand[0]], POINTS[hand[1]], upcard)
            return MOVES[self._opening[at]]
        points = total(hand)
        soft = ACE in hand and sum(POINTS[card] for card in hand) < points
        return MOVES[self._later[later_at(situation.split, int(soft), points, upcard)]]


def find_best_play(
    unseen: Sequence[int], opening: MutableSequence[int], later: MutableSequence[int]
) -> float:
    """Write the best plan into `opening` and `later`; return the expectation of a round with it.

    `unseen` counts the cards of 1 to 10 points; its item 0 is not used. Kinds are points.
    """
    total = 0
    for points in range(1, 11):
        total += unseen[points]
    chance = [0.0] * 11
    for points in range(1, 11):
        chance[points] = unseen[points] / total
    ends = dealers_ends(chance)
    expectation = 0.0
    for upcard in range(1, 11):
        stand, natural = standing(upcard, chance, ends)
        best = hitting(chance, stand)
        _write_hits(upcard, stand, best, later)
        blackjack = chance[10] if upcard == 1 else 0.0
        expectation -= chance[upcard] * blackjack
        for first in range(1, 11):
            for second in range(first, 11):
                ace = 1 if first == 1 else 0
                soft = 1 if ace == 1 and first + second <= 11 else 0
                narrow = later[later_at(0, soft, points_of(first + second, ace), upcard)]
                decision = narrow  # `narrow` is the play without the money to double or split
                value = of_two(first, second, natural, best)
                double = 2.0 * of_double(first + second, ace, chance, stand)
                if double > value:
                    decision, value = DOUBLE, double
                if first == second:
                    split = 2.0 * of_half(first, natural, chance, best)
                    if split > value:
                        decision, value = SPLIT, split
                ways = 1.0 if first == second else 2.0
                weight = (1.0 - blackjack) * ways * chance[first] * chance[second] * chance[upcard]
                expectation += weight * value
                for one, two in ((first, second), (second, first)):
                    opening[opening_at(0, one, two, upcard)] = narrow
                    opening[opening_at(1, one, two, upcard)] = decision
    return expectation


def _write_hits(
    upcard: int, stand: Sequence[float], best: Sequence[float], later: MutableSequence[int]
) -> None:
    """Write for each hand whether to hit."""
    for hard in range(1, 22):
        for ace in range(2):
            points = points_of(hard, ace)
            for split in range(3):
                at = later_at(split, 1 if points > hard else 0, points, upcard)
                later[at] = HIT if best[ace * 22 + hard] > stand[points] else STAND
