"""How well riffles mix: what is known exactly.

Source: D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Ann. Appl. Probab. 2
(1992).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, factorial


def ways(cards: int, riffles: int, rising: int) -> int:
    """Return in how many of the 2^(mn) ways m riffles of n cards in order make one given order.

    The order matters only by the number of its rising sequences (Bayer and Diaconis, theorem 1).
    """
    return comb(2**riffles + cards - rising, cards)


@cache
def eulerian(cards: int) -> list[int]:
    """Return how many orders of the cards have 1, 2, … rising sequences.

    >>> eulerian(4)
    [1, 11, 11, 1]
    """
    row = [1]
    for n in range(2, cards + 1):
        padded = [0, *row, 0]
        row = [(n - k) * padded[k] + (k + 1) * padded[k + 1] for k in range(n)]
    return row


def rising_probabilities(cards: int, riffles: int) -> list[Fraction]:
    """Return the probabilities of 1, 2, … rising sequences after riffles of a deck in order."""
    all_ways = 2 ** (riffles * cards)
    return [
        Fraction(orders * ways(cards, riffles, rising), all_ways)
        for rising, orders in enumerate(eulerian(cards), start=1)
    ]


def total_variation(cards: int, riffles: int) -> Fraction:
    """Return the total variation distance of a riffled deck from a perfectly mixed one.

    >>> round(float(total_variation(52, 7)), 3)
    0.334
    """
    ways_in_all, all_orders = 2 ** (riffles * cards), factorial(cards)
    differences = (
        orders * abs(ways(cards, riffles, rising) * all_orders - ways_in_all)
        for rising, orders in enumerate(eulerian(cards), start=1)
    )
    return Fraction(sum(differences), 2 * ways_in_all * all_orders)
