"""The value of every decision and of a round, exactly, for any shoe and each reading of the rules.

Values are net results in units of the first bet, with the best play afterwards. Their rows are the
hands of `blackjack_judge.odds.hands`, their columns the upcards. With an ace up they hold when
insurance has told that the dealer has no blackjack.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from blackjack_judge.odds.hands import (
    BLACKJACK,
    COUNTS,
    HANDS,
    INDEX,
    NOTHING,
    SIZE,
    Floats,
    pair,
    with_card,
)
from blackjack_judge.odds.shoe import ACE, TEN, VALUES, Shoe
from blackjack_judge.odds.upcard import Result, Upcard
from blackjack_judge.table import Rules

UPCARDS = range(len(VALUES))
_TWO = SIZE == 2
_LITERAL = Rules()


class Decision(StrEnum):
    """What a player may do with two cards."""

    STAND = "stand"
    HIT = "hit"
    DOUBLE = "double"
    SPLIT = "split"


@dataclass(frozen=True)
class Odds:
    """The values of all decisions, and what a round is worth: see `solve`."""

    shoe: Shoe
    rules: Rules
    values: dict[Decision, Floats] = field(repr=False)
    """The expected result of each decision: (hands, upcards); minus infinity if not offered."""
    squares: dict[Decision, Floats] = field(repr=False)
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
        for first in UPCARDS:
            for second in UPCARDS:
                for upcard in UPCARDS:
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

    >>> from blackjack_judge.odds.shoe import decks
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
    """Return what insurance gives for each unit put on it: 2 come back with a blackjack."""
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
        double = table.card(stand)
        double = Result(2 * double.gain, 4 * double.square)
        for decision, result, hands in (
            (Decision.STAND, stand, slice(None)),
            (Decision.HIT, hit, slice(None)),
            (Decision.DOUBLE, double, _TWO),
        ):
            values[decision][hands, upcard] = result.gain[hands].sum(axis=1)
            squares[decision][hands, upcard] = result.square[hands].sum(axis=1)
        if shoe.endless:  # the card split from a hand is not missed: one table for all pairs
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
    return Odds(shoe, rules, values, squares)


def _check(shoe: Shoe, upcard: int, table: Upcard) -> None:
    unseen = np.array(shoe.counts) - (0 * COUNTS if shoe.endless else COUNTS)
    possible = (unseen >= 0).all(axis=1)
    if upcard == ACE:  # something must be the hole card, and it is no ten
        possible &= unseen[:, :TEN].sum(axis=1) > 0
    if table.ends[possible].sum(axis=1).min() < 1 - 1e-9:
        raise ValueError("a round may use up the shoe")
