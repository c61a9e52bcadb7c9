"""The best play for the unseen cards, as if each card were drawn with replacement.

Written for two readers: Python runs it on lists, and Numba compiles the same lines for the
simulator of docs/research, so both find the same decisions to the last bit.
"""

from __future__ import annotations

from blackjack_judge.hands import ACE, POINTS, total
from blackjack_judge.players import base
from blackjack_judge.table import DEALER_STANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

STAND, HIT, DOUBLE, SPLIT = 0, 1, 2, 3
MOVES = (base.STAND, base.HIT, base.DOUBLE, base.SPLIT)
"""The names of the moves, by their numbers."""
_KINDS = 14
"""Length of an axis of kinds of card, which are ranks or points and count from 1."""
INFINITE = (0.0, *[1 / 13] * 9, 4 / 13)
"""The probability of each card of an infinite shoe, by its points."""
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


class Odds:
    """The value of each decision in an infinite shoe, in bets, with the best play afterwards."""

    def __init__(self) -> None:
        self._against = []
        ends, later = _dealers_ends(INFINITE), [0] * LATER
        for upcard in range(1, 11):
            stand, natural = _standing(upcard, INFINITE, ends)
            self._against.append((stand, natural, _hitting(upcard, INFINITE, stand, later)))

    def values(self, hand: Sequence[int], upcard: int, split: int = 0) -> dict[str, float]:
        """Return the value of each move with these ranks, as `blackjack_judge.players.odds`."""
        points = [POINTS[card] for card in hand]
        hard, ace = sum(points), int(ACE in points)
        stand, natural, best = self._against[POINTS[upcard] - 1]
        values = {
            base.STAND: stand[_points(hard, ace)],
            base.HIT: _hit(hard, ace, INFINITE, best),
        }
        if sorted(points) == [1, 10]:
            values[base.STAND] = _of_two(points[0], points[1], natural, best)
        if len(points) == 2 and not split:
            values[base.DOUBLE] = 2.0 * _doubling(hard, ace, INFINITE, stand)
            if points[0] == points[1]:
                values[base.SPLIT] = 2.0 * _half(points[0], natural, INFINITE, best)
        return values


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
    ends = _dealers_ends(chance)
    expectation = 0.0
    for upcard in range(1, 11):
        stand, natural = _standing(upcard, chance, ends)
        best = _hitting(upcard, chance, stand, later)
        blackjack = chance[10] if upcard == 1 else 0.0
        expectation -= chance[upcard] * blackjack
        for first in range(1, 11):
            for second in range(first, 11):
                ace = 1 if first == 1 else 0
                soft = 1 if ace == 1 and first + second <= 11 else 0
                narrow = later[later_at(0, soft, _points(first + second, ace), upcard)]
                decision = narrow  # `narrow` is the play without the money to double or split
                value = _of_two(first, second, natural, best)
                double = 2.0 * _doubling(first + second, ace, chance, stand)
                if double > value:
                    decision, value = DOUBLE, double
                if first == second:
                    split = 2.0 * _half(first, natural, chance, best)
                    if split > value:
                        decision, value = SPLIT, split
                ways = 1.0 if first == second else 2.0
                weight = (1.0 - blackjack) * ways * chance[first] * chance[second] * chance[upcard]
                expectation += weight * value
                for one, two in ((first, second), (second, first)):
                    opening[opening_at(0, one, two, upcard)] = narrow
                    opening[opening_at(1, one, two, upcard)] = decision
    return expectation


def _points(hard: int, ace: int) -> int:
    return hard + 10 if ace == 1 and hard <= 11 else hard


def _dealers_ends(chance: Sequence[float]) -> list[float]:
    """Return the probabilities of the dealer's ends (17 to 21, bust) by hard points and ace."""
    ends = [0.0] * (2 * 27 * 6)
    for hard in range(26, 0, -1):
        for ace in range(2):
            at = (ace * 27 + hard) * 6
            points = _points(hard, ace)
            if points >= DEALER_STANDS:
                ends[at + min(points, 22) - DEALER_STANDS] = 1.0
                continue
            for card in range(1, 11):
                next_at = ((1 if card == 1 else ace) * 27 + hard + card) * 6
                for end in range(6):
                    ends[at + end] += chance[card] * ends[next_at + end]
    return ends


def _standing(
    upcard: int, chance: Sequence[float], ends: Sequence[float]
) -> tuple[list[float], float]:
    """Return the expectation of standing on each total, and the probability of a hidden blackjack.

    Only a ten can hide one: with an ace up, insurance has shown that the hole card is not a ten.
    """
    end_chance = [0.0] * 6
    natural = 0.0
    for card in range(1, 11):
        hole = chance[card]
        if upcard == 1:
            if card == 10 or chance[10] == 1.0:
                continue
            hole /= 1.0 - chance[10]
        if upcard == 10 and card == 1:
            natural = hole
            continue
        next_at = ((1 if upcard == 1 or card == 1 else 0) * 27 + upcard + card) * 6
        for end in range(6):
            end_chance[end] += hole * ends[next_at + end]
    stand = [end_chance[5] - natural] * 22
    for points in range(22):
        for end in range(5):
            if points > end + DEALER_STANDS:
                stand[points] += end_chance[end]
            elif points < end + DEALER_STANDS:
                stand[points] -= end_chance[end]
    return stand, natural


def _hitting(
    upcard: int, chance: Sequence[float], stand: Sequence[float], later: MutableSequence[int]
) -> list[float]:
    """Write for each hand whether to hit; return its expectation, by ace and hard points."""
    best = [0.0] * (2 * 22)
    for hard in range(21, 0, -1):  # downwards, because a hit leads to hands of more points
        for ace in range(2):
            points = _points(hard, ace)
            hit = _hit(hard, ace, chance, best)
            best[ace * 22 + hard] = max(hit, stand[points])
            for split in range(3):
                at = later_at(split, 1 if points > hard else 0, points, upcard)
                later[at] = HIT if hit > stand[points] else STAND
    return best


def _hit(hard: int, ace: int, chance: Sequence[float], best: Sequence[float]) -> float:
    """Return the expectation of one card and the best play of the longer hand."""
    hit = 0.0
    for card in range(1, 11):
        if hard + card > 21:
            hit -= chance[card]
        else:
            hit += chance[card] * best[(1 if card == 1 else ace) * 22 + hard + card]
    return hit


def _of_two(first: int, second: int, natural: float, best: Sequence[float]) -> float:
    """Return the expectation of two cards that are not doubled or split."""
    if abs(first - second) == 9:  # an ace and a ten
        return 1.5 * (1.0 - natural)
    return best[(1 if first == 1 or second == 1 else 0) * 22 + first + second]


def _doubling(hard: int, ace: int, chance: Sequence[float], stand: Sequence[float]) -> float:
    """Return the expectation of one card and standing, per unit of the bet."""
    double = 0.0
    for card in range(1, 11):
        longer = hard + card
        if longer <= 11 and (ace == 1 or card == 1):
            longer += 10
        double += -chance[card] if longer > 21 else chance[card] * stand[longer]
    return double


def _half(card: int, natural: float, chance: Sequence[float], best: Sequence[float]) -> float:
    """Return the expectation of a hand of a split, which cannot be split again."""
    half = 0.0
    for second in range(1, 11):
        half += chance[second] * _of_two(card, second, natural, best)
    return half
