"""The shoe: several decks shuffled by a seed, in the same order in C++ and in Python."""

from __future__ import annotations

from random import Random

DECKS = 5000
DECK = 52
RANKS = 13
"""Ranks are numbers from 1: an ace is 1, jack, queen and king are 11, 12 and 13."""
SEEDS = 1 << 32

_WORDS = 624
_MULTIPLIER = 1_812_433_253


def make_shoe(seed: int, decks: int = DECKS) -> bytes:
    """Return the ranks of all cards in the order of the deal.

    A Fisher-Yates shuffle from the last card down, with indices drawn by rejection from the top
    bits of MT19937; ValueError if the seed is not from 1 to 2^32 - 1, or there are no decks.

    >>> list(make_shoe(42)[:20])
    [7, 4, 2, 5, 12, 3, 9, 4, 11, 10, 11, 5, 13, 5, 11, 6, 2, 7, 4, 1]
    """
    if not (0 < seed < SEEDS and decks > 0):
        raise ValueError(f"no shoe has the seed {seed} and {decks} decks")
    cards = bytearray(range(1, RANKS + 1)) * (DECK // RANKS * decks)
    top_bits = mersenne_twister(seed).getrandbits
    stop = len(cards) - 1
    for bits in range(len(cards).bit_length(), 1, -1):
        start, stop = stop, (1 << bits - 1) - 2
        for last in range(start, stop, -1):
            while (chosen := top_bits(bits)) > last:
                pass
            cards[last], cards[chosen] = cards[chosen], cards[last]
    return bytes(cards)


def mersenne_twister(seed: int) -> Random:
    """Return MT19937 in the initial state of C++'s ``std::mt19937(seed)``.

    `Random(seed)` starts from another state: it hashes its seed with ``init_by_array``. Source:
    M. Matsumoto and T. Nishimura, mt19937ar.c (2002), ``init_genrand``.
    """
    words = [seed]
    for index in range(1, _WORDS):
        before = words[-1]
        words.append((_MULTIPLIER * (before ^ before >> 30) + index) % SEEDS)
    generator = Random()
    generator.setstate((3, (*words, _WORDS), None))
    return generator
