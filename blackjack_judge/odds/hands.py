"""What is left in the shoe, and all hands of one card or more that are not bust: cards by value."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Cards: TypeAlias = tuple[int, ...]
"""How many cards of each value a hand holds."""
Floats: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int64]

VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
"""The ace first, the four ten-value ranks together last."""
ACE, TEN = 0, 9
PER_DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
BUST = -1
NOTHING: Cards = (0,) * len(VALUES)


class Shoe(NamedTuple):
    """How many cards of each value are left, and whether a dealt card is missed.

    With `endless` the counts are proportions only: cards are drawn with replacement, which is the
    limit of ever more decks.
    """

    counts: tuple[float, ...]
    endless: bool = False

    def without(self, *values: int) -> Shoe:
        """Return the shoe after cards of these values were dealt from it.

        >>> decks(1).without(ACE, TEN).counts
        (3, 4, 4, 4, 4, 4, 4, 4, 4, 15)
        """
        if self.endless:
            return self
        return Shoe(tuple(n - values.count(value) for value, n in enumerate(self.counts)))

    def deals(self, cards: Cards) -> bool:
        """Tell whether so many cards of each value can be dealt."""
        return self.endless or all(n <= left for n, left in zip(cards, self.counts, strict=True))


def decks(number: int) -> Shoe:
    """Return a full shoe of this many decks."""
    return Shoe(tuple(number * n for n in PER_DECK))


INFINITE = Shoe(PER_DECK, endless=True)


def with_card(cards: Cards, value: int) -> Cards:
    """Return the hand with one more card of this value."""
    return (*cards[:value], cards[value] + 1, *cards[value + 1 :])


def hard(cards: Cards) -> int:
    """Return the points with every ace as 1."""
    return sum((value + 1) * n for value, n in enumerate(cards))


def points(cards: Cards) -> int:
    """Return the greatest points that are not bust, or `BUST`."""
    low = hard(cards)
    if low > 21:
        return BUST
    return low + 10 if cards[ACE] and low <= 11 else low


def pair(first: int, second: int) -> Cards:
    """Return the hand of two cards of these values."""
    return with_card(with_card(NOTHING, first), second)


BLACKJACK = pair(ACE, TEN)


def _from(cards: Cards, least: int) -> list[Cards]:
    found = [cards]
    for value in range(least, len(VALUES)):
        longer = with_card(cards, value)
        if hard(longer) <= 21:
            found += _from(longer, value)
    return found


HANDS: tuple[Cards, ...] = tuple(_from(NOTHING, ACE)[1:])
INDEX: dict[Cards, int] = {cards: index for index, cards in enumerate(HANDS)}

COUNTS: Floats = np.array(HANDS, dtype=np.float64)
"""The cards of each hand: (hands, values)."""
HARD: Indices = np.array([hard(cards) for cards in HANDS])
POINTS: Indices = np.array([points(cards) for cards in HANDS])
SIZE: Indices = np.array([sum(cards) for cards in HANDS])
NEXT: Indices = np.array(
    [[INDEX.get(with_card(cards, value), BUST) for value in range(len(VALUES))] for cards in HANDS]
)
"""The hand after one more card, or `BUST`: (hands, values)."""
