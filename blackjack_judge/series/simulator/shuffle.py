"""The shoe of `blackjack_judge.shoe`, compiled."""

from typing import Any

import numpy as np
import numpy.typing as npt

from cardjudge.series.compiled import compiled

Bytes = npt.NDArray[np.uint8]


@compiled
def _refill(state: Any) -> None:
    for index in range(624):
        joined = (state[index] & 0x80000000) | (state[(index + 1) % 624] & 0x7FFFFFFF)
        twisted = state[(index + 397) % 624] ^ (joined >> 1)
        if joined & 1:
            twisted ^= 0x9908B0DF
        state[index] = twisted


@compiled
def make_shoe(seed: int, decks: int) -> Bytes:
    """Return the ranks of all cards in the order in which they are dealt.

    Source: M. Matsumoto and T. Nishimura, mt19937ar.c (2002).
    """
    state = np.empty(624, np.uint32)
    state[0] = seed
    for index in range(1, 624):
        before = np.uint64(state[index - 1])
        mixed = np.uint64(1812433253) * (before ^ (before >> np.uint64(30))) + np.uint64(index)
        state[index] = np.uint32(mixed & np.uint64(0xFFFFFFFF))
    cards = np.empty(52 * decks, np.uint8)
    for index in range(len(cards)):
        cards[index] = index % 13 + 1
    used = 624
    bits = 0
    while (1 << bits) < len(cards) + 1:
        bits += 1
    for last in range(len(cards) - 1, 0, -1):
        while last + 1 < 1 << (bits - 1):
            bits -= 1
        shift = np.uint32(32 - bits)
        chosen = np.int64(last + 1)
        while chosen > last:
            if used == 624:
                _refill(state)
                used = 0
            word = state[used]
            used += 1
            word ^= word >> np.uint32(11)
            word ^= (word << np.uint32(7)) & np.uint32(0x9D2C5680)
            word ^= (word << np.uint32(15)) & np.uint32(0xEFC60000)
            word ^= word >> np.uint32(18)
            chosen = np.int64(word >> shift)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards
