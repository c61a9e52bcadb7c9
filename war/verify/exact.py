"""Tests of riffles that can tell four from seven: against the exact probabilities."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from war.deck import Deck, riffled
from war.verify.chance import DEVIATE, goodness_of_fit
from war.verify.observe import rising_sequences
from war.verify.riffles import rising_probabilities, ways
from war.verify.verdict import Verdict, judged


class _Branching(random.Random):
    """A source of randomness that takes every choice, one path after the other.

    What is run with it again and again, until `next_path` says there are no more, goes once through
    every combination of choices; `probability` is that of the path just taken.
    """

    def __init__(self) -> None:
        self._path: list[list[int]] = []  # each choice: what was taken, and of how many
        self._depth = 0

    def getrandbits(self, bits: int, /) -> int:
        return self._choose(1 << bits)

    def randrange(self, start: int, *_: Any) -> int:
        return self._choose(start)

    def _choose(self, choices: int) -> int:
        if self._depth == len(self._path):
            self._path.append([0, choices])
        self._depth += 1
        return self._path[self._depth - 1][0]

    @property
    def probability(self) -> Fraction:
        result = Fraction(1)
        for _, choices in self._path:
            result /= choices
        return result

    def next_path(self) -> bool:
        while self._path and self._path[-1][0] + 1 == self._path[-1][1]:
            self._path.pop()
        self._depth = 0
        if not self._path:
            return False
        self._path[-1][0] += 1
        return True


def every_path(cards: int, riffles: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield every way to cut and riffle a deck: the order it makes, and its probability."""
    rng = _Branching()
    more = True
    while more:
        deck = Deck(range(1, cards + 1))
        for _ in range(riffles):
            top = deck.split(rng)
            top.riffle_with(deck, rng)
            deck = top
        yield tuple(deck), rng.probability
        more = rng.next_path()


def exact(cards: int, riffles: int) -> Verdict:
    """The reference makes every order with its exact probability, by enumeration."""
    found: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    paths = 0
    for order, probability in every_path(cards, riffles):
        found[order] += probability
        paths += 1
    bad = _wrong(cards, lambda order: found[order] * 2 ** (riffles * cards), riffles)
    return judged("exact", bad == 0, cards=cards, riffles=riffles, paths=paths, bad=bad)


def by_digits(cards: int, riffles: int) -> Verdict:
    """`war.deck.riffled` makes every order in as many ways as there are, by enumeration."""
    deck = range(1, cards + 1)
    found = Counter(
        tuple(riffled(deck, digits)) for digits in product(range(2**riffles), repeat=cards)
    )
    bad = _wrong(cards, found.__getitem__, riffles)
    return judged("sort", bad == 0, cards=cards, riffles=riffles, paths=found.total(), bad=bad)


def _wrong(cards: int, found: Callable[[tuple[int, ...]], int | Fraction], riffles: int) -> int:
    return sum(
        found(order) != ways(cards, riffles, rising_sequences(order))
        for order in permutations(range(1, cards + 1))
    )


def enumerated() -> Iterator[Verdict]:
    """The exact tests of small decks."""
    for cards, riffles in ((5, 1), (3, 2), (4, 2)):
        yield exact(cards, riffles)
    for cards, riffles in ((5, 1), (5, 2), (4, 3)):
        yield by_digits(cards, riffles)


def sampled(seed: int) -> Iterator[Verdict]:
    """52 cards riffled seven times have as many rising sequences as seven riffles, not four, make.

    The number of rising sequences tells all there is to tell about the number of riffles.
    """
    rng, calls, riffles, cards, bound = random.Random(seed), 10_000, 7, 52, DEVIATE
    found = [0] * cards
    for _ in range(calls):
        deck = Deck(range(1, cards + 1))
        deck.riffle_shuffle(riffles, rng)
        found[rising_sequences(tuple(deck)) - 1] += 1
    z = goodness_of_fit(found, rising_probabilities(cards, riffles))
    yield judged("seven", z < bound, calls=calls, z=z, bound=bound)
    z = goodness_of_fit(found, rising_probabilities(cards, 4))
    yield judged("four", z > bound, z=z, bound=bound)
