"""Sets of cards as integers, and random numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardjudge.series.compiled import compiled

Integers = NDArray[np.int64]
State = NDArray[np.uint64]

SINGLE, PAIR, STRAIGHT, FULL_HOUSE, NO_TOP = 0, 1, 2, 3, -1
PLAYERS, RANKS, SUITS = 4, 13, 4
MOST = 13
"""Maximum number of cards in a hand, and so of plays in a plan."""

_EIGHTS = 0x8888888888888
_THREES = 0x3333333333333
_FIVES = 0x5555555555555
_BYTES = 0x0F0F0F0F0F0F0F


@compiled
def _draw(state: State) -> Any:
    """Draw 64 bits by SplitMix64.

    Only this function uses unsigned integers: for Numba, signed times unsigned is a float.

    Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
    """
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def below(state: State, bound: int) -> int:
    """Return a random number from 0 to bound - 1; the bound must be far smaller than 2³²."""
    scaled = (_draw(state) >> np.uint64(32)) * np.uint64(bound)
    return np.int64(scaled >> np.uint64(32))  # type: ignore[return-value]


@compiled
def counts_by_rank(cards: int) -> int:
    """Return the number of cards of each rank, one hexadecimal digit for each."""
    pairs = cards - ((cards >> 1) & _FIVES)
    return (pairs & _THREES) + ((pairs >> 2) & _THREES)


@compiled
def size(cards: int) -> int:
    """Return the number of cards in a set.

    It sums ever wider bit fields. A multiplication would need one step, but it overflows, and
    Numba leaves overflow of signed integers undefined.
    """
    counts = counts_by_rank(cards)
    counts = (counts + (counts >> 4)) & _BYTES
    counts += counts >> 8
    counts += counts >> 16
    counts += counts >> 32
    return counts & 0xFF


@compiled
def holds(counts: int, minimum: int) -> bool:
    """Whether `counts` has at least the minimum number of cards of each rank; both are digits."""
    return ((counts | _EIGHTS) - minimum) & _EIGHTS == _EIGHTS


@compiled
def greatest(cards: int) -> int:
    """Return the number of the greatest card of a set; 0 for an empty set."""
    n = 0
    for half in (32, 16, 8, 4, 2, 1):
        if cards >> half:
            cards >>= half
            n += half
    return n


@compiled
def lowest(cards: int, n: int) -> int:
    """Return the n lowest cards of a set."""
    chosen = 0
    for _ in range(n):
        card = cards & -cards
        chosen |= card
        cards ^= card
    return chosen


@compiled
def nth(cards: int, n: int) -> int:
    """Return the card of a set at index n, in ascending order."""
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards


@compiled
def lowest_of(cards: int, counts: int) -> int:
    """Return the lowest cards of a set, as many of each rank as its digit in `counts`."""
    chosen = 0
    for rank in range(RANKS):
        chosen |= lowest(cards & 15 << SUITS * rank, counts >> SUITS * rank & 15)
    return chosen
