"""What is left in the shoe, by value: the ace first, the four ten-value ranks together last."""

from __future__ import annotations

from typing import NamedTuple

VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
ACE, TEN = 0, 9
PER_DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)


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

    def deals(self, cards: tuple[int, ...]) -> bool:
        """Tell whether so many cards of each value can be dealt."""
        enough = all(n <= left for n, left in zip(cards, self.counts, strict=True))
        return self.endless or enough


def decks(number: int) -> Shoe:
    """Return a full shoe of this many decks."""
    return Shoe(tuple(number * n for n in PER_DECK))


INFINITE = Shoe(PER_DECK, endless=True)
