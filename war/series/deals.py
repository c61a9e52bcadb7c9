"""Deals keyed by the number of a game: the same hands on any machine, in any order of dealing.

Game `i` of a seed takes the words ``i * W`` to ``i * W + W - 1`` of that seed's SplitMix64
sequence, where `W` depends on the deck and the riffles only; any word is computed from its place.

An `m`-fold riffle is drawn at once. Give every place of the shuffled deck an independent uniform
digit of `m` bits; the cards of the unshuffled deck, top first, go to the places with the least
digit, from the top down, then to those with the next digit, and so on. With one bit that is to cut
at the number of zeros and to drop the piles in an order of which all are equally likely, which is
the riffle of the assignment; and a digit of `m` bits is `m` riffles, one after the other. (To sort
the cards by digits is the inverse of a riffle, which has another distribution.)

Sources: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014; D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Ann. Appl. Probab.
2 (1992).
"""

from __future__ import annotations

from war.deck import Deck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
DIGIT_BITS = 8
"""The bits of the widest digit; more riffles than this are drawn in several passes."""
DIGITS_PER_WORD = 8


def mix(z: int) -> int:
    """Return SplitMix64's output for the 64-bit state `z`."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def word(seed: int, place: int) -> int:
    """Return the 64-bit word at a place of a seed's sequence."""
    return mix(mix(seed & MASK) + (place + 1) * GAMMA & MASK)


def passes(riffles: int) -> list[int]:
    """Return the bits of the digits of each pass; their sum is the number of riffles."""
    whole, rest = divmod(riffles, DIGIT_BITS)
    return [DIGIT_BITS] * whole + [rest] * (rest > 0)


def riffled(deck: Sequence[int], digits: Sequence[int]) -> list[int]:
    """Return the deck riffled once by digits of one bit, or `m` times by digits of `m` bits.

    >>> riffled([1, 2, 3, 4, 5], [1, 0, 0, 1, 0])  # cut at three: 1 2 3 fall where the zeros are
    [4, 1, 2, 5, 3]
    """
    places = sorted(range(len(deck)), key=digits.__getitem__)
    shuffled = [0] * len(deck)
    for card, place in zip(deck, places, strict=True):
        shuffled[place] = card
    return shuffled


def shuffled_deck(seed: int, index: int, nb_vals: int, riffles: int) -> list[int]:
    """Return the full deck of `nb_vals` values as it is shuffled for game `index`."""
    deck = list(Deck(nb_vals))
    widths = passes(riffles)
    words_per_pass = -(-len(deck) // DIGITS_PER_WORD)
    place = index * len(widths) * words_per_pass
    for width in widths:
        digits = _digits(seed, place, words_per_pass, width)
        deck = riffled(deck, list(digits))
        place += words_per_pass
    return deck


def deal(seed: int, index: int, nb_vals: int, riffles: int) -> tuple[Deck, Deck]:
    """Return the hands of game `index`: the shuffled deck dealt in turns, player 1 first."""
    deck = shuffled_deck(seed, index, nb_vals, riffles)
    return Deck(deck[::2]), Deck(deck[1::2])


def _digits(seed: int, place: int, words: int, width: int) -> Iterator[int]:
    for k in range(place, place + words):
        for byte in word(seed, k).to_bytes(DIGITS_PER_WORD, "little"):
            yield byte & ((1 << width) - 1)
