"""Deals by the number of a game: the hands are the same on any machine, in any order.

Game `i` of a seed takes the words ``i * W`` to ``i * W + W - 1`` of the seed's SplitMix64 sequence,
where `W` depends on the deck and the riffles only. SplitMix64 computes any word from its index.

Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014.
"""

from war.battle import dealt
from war.deck import Deck, riffled

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
DIGIT_BITS = 8
"""Bits of the widest digit; more riffles than this need several passes."""
DIGITS_PER_WORD = 8


def mix(z: int) -> int:
    """Return SplitMix64's output for the 64-bit state `z`."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def word(seed: int, place: int) -> int:
    """Return the 64-bit word at an index of a seed's sequence."""
    return mix(mix(seed & MASK) + (place + 1) * GAMMA & MASK)


def passes(riffles: int) -> list[int]:
    """Return the number of bits per digit in each pass; their sum is the number of riffles."""
    whole, rest = divmod(riffles, DIGIT_BITS)
    return [DIGIT_BITS] * whole + [rest] * (rest > 0)


def shuffled_deck(seed: int, index: int, nb_vals: int, riffles: int) -> list[int]:
    """Return the shuffled full deck of `nb_vals` values for game `index`."""
    deck = list(Deck(nb_vals))
    widths = passes(riffles)
    words = -(-len(deck) // DIGITS_PER_WORD)
    for number, width in enumerate(widths, start=index * len(widths)):
        places = range(number * words, (number + 1) * words)
        lots = b"".join(word(seed, place).to_bytes(8, "little") for place in places)
        deck = riffled(deck, [byte & ((1 << width) - 1) for byte in lots])
    return deck


def deal(seed: int, index: int, nb_vals: int, riffles: int) -> tuple[Deck, Deck]:
    """Return the hands of game `index`: the shuffled deck, dealt in turns, player 1 first."""
    return dealt(Deck(shuffled_deck(seed, index, nb_vals, riffles)))
