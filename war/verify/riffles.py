"""Exact theory of riffles, and tests by it that distinguish four riffles from seven.

Source: D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Ann. Appl. Probab. 2
(1992).
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb, factorial, prod
from typing import Any, TypeAlias

from war.deck import Deck, riffled
from war.verify import Verdict
from war.verify.chance import DEVIATE, goodness_of_fit

_Order: TypeAlias = tuple[int, ...]


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


def total_variation(cards: int, riffles: int) -> Fraction:
    """Return the total variation distance of a riffled deck from a uniformly random one.

    >>> round(float(total_variation(52, 7)), 3)
    0.334
    """
    ways_in_all, all_orders = 2 ** (riffles * cards), factorial(cards)
    differences = (
        orders * abs(ways(cards, riffles, rising) * all_orders - ways_in_all)
        for rising, orders in enumerate(eulerian(cards), start=1)
    )
    return Fraction(sum(differences), 2 * ways_in_all * all_orders)


class _Scripted(random.Random):
    """Draws the numbers of a script, then zeros; records the bound of each draw."""

    script: list[int]
    among: list[int]

    def getrandbits(self, bits: int, /) -> int:
        return self.randrange(1 << bits)

    def randrange(self, start: int, *_: Any) -> int:
        self.among.append(start)
        if len(self.among) > len(self.script):
            self.script.append(0)
        return self.script[len(self.among) - 1]


def every_path(cards: int, riffles: int) -> Iterator[tuple[_Order, Fraction]]:
    """Yield the order and the probability of every way to cut and riffle a deck."""
    rng = _Scripted()
    scripts: list[list[int]] = [[]]
    while scripts:
        rng.script, rng.among = scripts.pop(), []
        known = len(rng.script)
        deck = Deck(range(1, cards + 1))
        for _ in range(riffles):
            top = deck.split(rng)
            top.riffle_with(deck, rng)
            deck = top
        yield tuple(deck), Fraction(1, prod(rng.among))
        # Replace each zero after the script by the other possible numbers.
        for at in range(known, len(rng.script)):
            scripts += [[*rng.script[:at], other] for other in range(1, rng.among[at])]


def exact(cards: int, riffles: int) -> Verdict:
    """Test by enumeration that the reference makes every order with its exact probability."""
    found: defaultdict[_Order, Fraction] = defaultdict(Fraction)
    paths = [*every_path(cards, riffles)]
    for order, probability in paths:
        found[order] += probability * 2 ** (riffles * cards)
    return _compared("exact", cards, riffles, len(paths), found)


def by_digits(cards: int, riffles: int) -> Verdict:
    """Test by enumeration that `war.deck.riffled` makes every order in the exact number of ways."""
    deck = range(1, cards + 1)
    found = Counter(
        tuple(riffled(deck, digits)) for digits in product(range(2**riffles), repeat=cards)
    )
    return _compared("sort", cards, riffles, found.total(), found)


def _compared(
    name: str, cards: int, riffles: int, paths: int, found: Mapping[_Order, int | Fraction]
) -> Verdict:
    bad = sum(
        found[order] != ways(cards, riffles, rising_sequences(order))
        for order in permutations(range(1, cards + 1))
    )
    figures = {"cards": cards, "riffles": riffles, "paths": paths, "bad": bad}
    return Verdict(name, bad == 0, figures)


def verdicts(seed: int) -> Iterator[Verdict]:
    """Run the exact tests on small decks, then the tests on a sample of large decks."""
    for cards, riffles in ((5, 1), (3, 2), (4, 2)):
        yield exact(cards, riffles)
    for cards, riffles in ((5, 1), (5, 2), (4, 3)):
        yield by_digits(cards, riffles)
    yield from sampled(seed)


def sampled(seed: int) -> Iterator[Verdict]:
    """Test that 52 cards have the rising sequences of seven riffles, and not of four.

    The number of rising sequences is a sufficient statistic for the number of riffles.
    """
    rng, calls, riffles, cards = random.Random(seed), 10_000, 7, 52
    found = [0] * cards
    for _ in range(calls):
        deck = Deck(range(1, cards + 1))
        deck.riffle_shuffle(riffles, rng)
        found[rising_sequences(tuple(deck)) - 1] += 1
    z = goodness_of_fit(found, rising_probabilities(cards, riffles))
    yield Verdict("seven", z < DEVIATE, {"calls": calls, "z": z, "bound": DEVIATE})
    z = goodness_of_fit(found, rising_probabilities(cards, 4))
    yield Verdict("four", z > DEVIATE, {"z": z, "bound": DEVIATE})
