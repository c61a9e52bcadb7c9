"""The value of every decision and of a round, exactly, for any shoe and each reading of the rules.

Values are net results in units of the first bet, with the best play afterwards. Their rows are the
hands of `blackjack_judge.odds.hands`, their columns the upcards. With an ace up they hold after
insurance has shown that the dealer has no blackjack.
"""

from collections.abc import Iterable
from enum import StrEnum
from itertools import product
from typing import NamedTuple

import numpy as np

from blackjack_judge.odds.hands import (
    ACE,
    BLACKJACK,
    COUNTS,
    HANDS,
    INDEX,
    INFINITE,
    NOTHING,
    SIZE,
    TEN,
    VALUES,
    Floats,
    Result,
    Shoe,
    Upcard,
    pair,
    with_card,
)
from blackjack_judge.table import Rules

UPCARDS = range(len(VALUES))
_LITERAL = Rules()
_STEP = 1e-6
"""The step of the numerical gradient, in proportions of a value."""


class Decision(StrEnum):
    """The decisions with two cards."""

    STAND = "stand"
    HIT = "hit"
    DOUBLE = "double"
    SPLIT = "split"


class Odds(NamedTuple):
    """The values of all decisions, and of a round: see `solve`."""

    shoe: Shoe
    rules: Rules
    values: dict[Decision, Floats]
    """The expected result of each decision: (hands, upcards); minus infinity if not offered."""
    squares: dict[Decision, Floats]
    """The expected square of the result of each decision: (hands, upcards)."""

    def value(self, decision: Decision, first: int, second: int, upcard: int) -> float:
        """Return the value of a decision with two cards."""
        return float(self.values[decision][INDEX[pair(first, second)], upcard])

    def best(self, first: int, second: int, upcard: int) -> Decision:
        """Return the best decision with two cards; of equal ones the first in `Decision`."""
        return max(Decision, key=lambda decision: self.value(decision, first, second, upcard))

    @property
    def expectation(self) -> float:
        """The expected result of a round, with insurance where it gains."""
        return self._moments()[0]

    @property
    def variance(self) -> float:
        """The variance of the result of a round, without insurance.

        The two hands of a split are taken as independent once the dealer's end is known. That is
        exact for an endless shoe; else it neglects the cards that one hand takes from the other.
        """
        _, plain, square = self._moments()
        return square - plain * plain

    def _moments(self) -> tuple[float, float, float]:
        insured = plain = square = 0.0
        for first, second, upcard in product(UPCARDS, repeat=3):
            chance = deal(self.shoe, first, second, upcard)
            if chance == 0:
                continue
            decision = self.best(first, second, upcard)
            hand = INDEX[pair(first, second)]
            value = float(self.values[decision][hand, upcard])
            spread = float(self.squares[decision][hand, upcard])
            gain = 0.0
            if upcard == ACE:
                unseen = self.shoe.without(first, second, upcard)
                blackjack = unseen.counts[TEN] / sum(unseen.counts)
                push = self.rules.both_blackjack_push and HANDS[hand] == BLACKJACK
                value = (1 - blackjack) * value - (0 if push else blackjack)
                spread = (1 - blackjack) * spread + (0 if push else blackjack)
                gain = max(0.0, insurance(blackjack) / 2)
            insured += chance * (value + gain)
            plain += chance * value
            square += chance * spread
        return insured, plain, square


def deal(shoe: Shoe, *values: int) -> float:
    """Return the probability that these values are dealt next, in this order.

    >>> from blackjack_judge.odds.hands import decks
    >>> deal(decks(1), ACE, ACE) == 4 / 52 * 3 / 51
    True
    """
    chance = 1.0
    for value in values:
        if shoe.counts[value] <= 0:
            return 0.0
        chance *= shoe.counts[value] / sum(shoe.counts)
        shoe = shoe.without(value)
    return chance


def insurance(blackjack: float) -> float:
    """Return the expected net result of a unit of insurance, which pays 2 to 1."""
    return 2 * blackjack - 1


def solve(shoe: Shoe, rules: Rules = _LITERAL, blackjack_pays: float = 1.5) -> Odds:
    """Return the values of all decisions, before a card of the round is dealt from `shoe`.

    `blackjack_pays` is the net gain of a blackjack; a bet of 1 gains only 1, because halves are
    rounded down.

    The player uses every card he has seen in the round. The one exception: each hand of a split is
    played by its own cards, the card split from it and the upcard, whatever the other hand shows.
    (Both hands are then worth the same, because unseen cards are exchangeable.)

    Raises:
        ValueError: a round may use up the shoe.
    """
    shape = (len(HANDS), len(UPCARDS))
    values = {decision: np.full(shape, -np.inf) for decision in Decision}
    squares = {decision: np.zeros(shape) for decision in Decision}
    after_split = blackjack_pays if rules.split_blackjack else None
    for upcard in UPCARDS:
        if shoe.counts[upcard] <= 0:
            continue
        unseen = shoe.without(upcard)
        table = Upcard(unseen, upcard)
        _check(unseen, upcard, table)
        stand = table.stand(blackjack_pays)
        hit, _ = table.play(stand)
        card = table.card(stand)
        double = Result(2 * card.gain, 4 * card.square)
        for decision, result in zip(Decision, (stand, hit, double), strict=False):
            values[decision][:, upcard] = result.gain.sum(axis=1)
            squares[decision][:, upcard] = result.square.sum(axis=1)
        if shoe.endless:  # the card split from a hand is not removed: one table serves all pairs
            split = table
            _, best = split.play(split.stand(after_split))
        for value in UPCARDS:
            if deal(unseen, value, value) == 0:
                continue
            if not shoe.endless:
                split = Upcard(unseen.without(value), upcard, value)
                _, best = split.play(split.stand(after_split))
            both = split.both(INDEX[with_card(NOTHING, value)], best)
            hand = INDEX[pair(value, value)]
            values[Decision.SPLIT][hand, upcard], squares[Decision.SPLIT][hand, upcard] = both
    values[Decision.DOUBLE][SIZE != 2] = -np.inf
    return Odds(shoe, rules, values, squares)


def _check(shoe: Shoe, upcard: int, table: Upcard) -> None:
    unseen = np.array(shoe.counts) - (0 * COUNTS if shoe.endless else COUNTS)
    possible = (unseen >= 0).all(axis=1)
    if upcard == ACE:  # the hole card must exist, and it is not a ten
        possible &= unseen[:, :TEN].sum(axis=1) > 0
    if table.ends[possible].sum(axis=1).min() < 1 - 1e-9:
        raise ValueError("a round may use up the shoe")


def linear_count(rules: Rules = _LITERAL) -> tuple[float, ...]:
    """Return the weights g by which unseen cards favour the player, by value.

    With the proportions q of the unseen cards, the expectation of a round is that of the infinite
    shoe plus the sum of q g, but for terms of second order: g is the gradient along the simplex of
    proportions, and the sum of g over a full deck is 0. No other linear count estimates it better,
    since the deviations of q are multinomial. (P. Griffin, The Theory of Blackjack, on best linear
    estimates.)
    """
    total = sum(INFINITE.counts)
    here = solve(INFINITE, rules).expectation
    weights = []
    for value in UPCARDS:
        there = [(1 - _STEP) * n / total for n in INFINITE.counts]
        there[value] += _STEP
        weights.append((solve(Shoe(tuple(there), True), rules).expectation - here) / _STEP)
    return tuple(weights)


def effects_of_removal(
    shoe: Shoe, rules: Rules = _LITERAL, values: Iterable[int] = UPCARDS
) -> dict[int, float]:
    """Return how the expectation of a round changes when a card of a value leaves the shoe."""
    here = solve(shoe, rules).expectation
    return {
        value: solve(shoe.without(value), rules).expectation - here
        for value in values
        if shoe.counts[value] > 0
    }


Row = tuple[str, ...]
"""One code for each upcard, from the ace to the ten.

``S`` stand, ``H`` hit, ``D`` double or else hit, ``d`` double or else stand, ``P`` split, ``-`` no
pair.
"""


class Strategy(NamedTuple):
    """The best decisions by total, and for pairs."""

    hard: dict[int, Row]
    soft: dict[int, Row]
    pairs: dict[str, Row]
    """By the value of the cards: ``P`` to split, else the code of their total."""


def strategy(odds: Odds) -> Strategy:
    """Return the table for these odds.

    Where the best decision depends on the two cards of a total, the table has the one that is best
    on average over them.
    """
    hard: dict[int, Row] = {}
    soft: dict[int, Row] = {}
    for total in range(4, 21):
        hands = [(a, total - a - 2) for a in range(ACE + 1, len(VALUES)) if 0 < total - a - 2 < 10]
        hard[total] = tuple(_unsplit(odds, hands, upcard) for upcard in UPCARDS)
    for total in range(12, 22):
        soft[total] = tuple(_unsplit(odds, [(ACE, total - 12)], upcard) for upcard in UPCARDS)
    pairs = {name: tuple(_pair(odds, v, up) for up in UPCARDS) for v, name in enumerate(VALUES)}
    return Strategy(hard, soft, pairs)


def _unsplit(odds: Odds, hands: list[tuple[int, int]], upcard: int) -> str:
    """Return the code of the best decision except splitting, on average over hands of one total."""
    weights = [deal(odds.shoe, *hand, upcard) for hand in hands]
    if not any(weights):
        return "-"
    stand, hit, double = (
        sum(
            weight * odds.value(decision, *hand, upcard)
            for weight, hand in zip(weights, hands, strict=True)
            if weight
        )
        for decision in (Decision.STAND, Decision.HIT, Decision.DOUBLE)
    )
    if double > max(stand, hit):
        return "D" if hit > stand else "d"
    return "H" if hit > stand else "S"


def _pair(odds: Odds, value: int, upcard: int) -> str:
    if deal(odds.shoe, value, value, upcard) == 0:
        return "-"
    if odds.best(value, value, upcard) == Decision.SPLIT:
        return "P"
    return _unsplit(odds, [(value, value)], upcard)
