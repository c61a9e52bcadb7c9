"""Exact theory of riffles: the rising sequences of a deck, and their probabilities.

Source: D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Ann. Appl. Probab. 2
(1992).
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb


def rising_sequences(deck: Sequence[int]) -> int:
    """Return the number of rising sequences in an order of the cards 1 to n.

    A rising sequence is a maximal set of consecutive values that appear in ascending order.

    >>> rising_sequences([1, 4, 2, 5, 3])  # 1 2 3 and 4 5
    2
    """
    place = {card: index for index, card in enumerate(deck)}
    return 1 + sum(place[card + 1] < place[card] for card in range(1, len(deck)))


def ways(cards: int, riffles: int, rising: int) -> int:
    """Return how many of the 2^(mn) ways to riffle n sorted cards m times make one given order.

    Only the number of its rising sequences matters (Bayer and Diaconis, theorem 1).
    """
    return comb(2**riffles + cards - rising, cards)


@cache
def eulerian(cards: int) -> list[int]:
    """Return the numbers of orders of the cards with 1, 2, … rising sequences.

    >>> eulerian(4)
    [1, 11, 11, 1]
    """
    row = [1]
    for n in range(2, cards + 1):
        padded = [0, *row, 0]
        row = [(n - k) * padded[k] + (k + 1) * padded[k + 1] for k in range(n)]
    return row


def rising_probabilities(cards: int, riffles: int) -> list[Fraction]:
    """Return the probabilities of 1, 2, … rising sequences after riffles of a sorted deck."""
    all_ways = 2 ** (riffles * cards)
    return [
        Fraction(orders * ways(cards, riffles, rising), all_ways)
        for rising, orders in enumerate(eulerian(cards), start=1)
    ]
