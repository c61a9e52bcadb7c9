"""How well riffles mix: what is known exactly, and decks that look suspicious.

Source: D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Ann. Appl. Probab. 2
(1992).
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TWINS, QUADRUPLETS, OCTUPLETS = 14, 3, 2
"""From how many on a deck is suspicious."""


def rising_sequences(deck: Sequence[int]) -> int:
    """Return how many rising sequences an order of the cards 1 to n has.

    A rising sequence is as many cards with consecutive values as come in ascending order.

    >>> rising_sequences([1, 4, 2, 5, 3])  # 1 2 3 and 4 5
    2
    """
    place = {card: index for index, card in enumerate(deck)}
    return 1 + sum(place[card + 1] < place[card] for card in range(1, len(deck)))


def ways(cards: int, riffles: int, rising: int) -> int:
    """Return in how many of the 2^(mn) ways m riffles of n cards in order make one given order.

    The order matters only by the number of its rising sequences (Bayer and Diaconis, theorem 1).
    """
    return comb(2**riffles + cards - rising, cards)


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
    mixed = [Fraction(orders, factorial(cards)) for orders in eulerian(cards)]
    riffled = rising_probabilities(cards, riffles)
    return sum((abs(p - q) for p, q in zip(riffled, mixed, strict=True)), Fraction()) / 2


def suspicious(deck: Sequence[int]) -> bool:
    """Tell whether a deck looks badly shuffled, by the three criteria of the assignment.

    14 twins (equal neighbours), 3 quadruplets (four equal cards in a row), or 2 octuplets (eight
    cards in a row with two different values between them). Written so that Numba can compile it.
    """
    twins = quadruplets = octuplets = 0
    run = pair_run = 1  # equal cards, and cards of two values, up to here
    for i in range(1, len(deck)):
        if deck[i] == deck[i - 1]:
            twins += 1
            run += 1
            pair_run += 1
        elif pair_run > run and deck[i] == deck[i - run - 1]:
            run = 1
            pair_run += 1
        else:
            pair_run = run + 1
            run = 1
        if run >= 4:
            quadruplets += 1
        if pair_run >= 8 and pair_run > run:
            octuplets += 1
    return twins >= TWINS or quadruplets >= QUADRUPLETS or octuplets >= OCTUPLETS
