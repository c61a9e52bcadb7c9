"""Known facts about riffles, which tell four of them from seven, and the exact shuffles."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import prod
from typing import Any

import pytest

from docs.research.war_figures import ways
from war import Deck
from war.deck import riffled
from war.verify.chance import unevenness
from war.verify.tests import suspicious


def rising_sequences(deck: Sequence[int]) -> int:
    """Return the number of rising sequences in an order of the cards 1 to n.

    A rising sequence is a maximal set of consecutive values that appear in ascending order.

    >>> rising_sequences([1, 4, 2, 5, 3])  # 1 2 3 and 4 5
    2
    """
    place = {card: index for index, card in enumerate(deck)}
    return 1 + sum(place[card + 1] < place[card] for card in range(1, len(deck)))


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        ([1] * 14, True),
        ([value for value in range(1, 15) for _ in range(2)], True),
        ([value for value in range(1, 14) for _ in range(2)], False),
        ([1, 1, 1, 1, 2, 2, 2, 2, 3, 4, 5, 5, 5, 5], True),
        ([1, 1, 1, 1, 2, 3, 2, 3, 2, 3, 2, 3, 4, 4, 4, 4], False),
        ([1, 2, 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4, 3, 4], True),
        ([1, 2, 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4, 3, 5], False),
    ],
)
def test_suspicion_begins_at_its_bounds(deck: list[int], expected: bool) -> None:
    assert suspicious(deck) is expected


class Scripted(random.Random):
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


def every_path(cards: int, riffles: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield the order and the probability of every way to cut and riffle a deck."""
    rng = Scripted()
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


def exact(cards: int, riffles: int) -> dict[tuple[int, ...], int]:
    orders = permutations(range(1, cards + 1))
    return {order: ways(cards, riffles, rising_sequences(order)) for order in orders}


def by_cuts(cards: int, riffles: int) -> dict[tuple[int, ...], Fraction]:
    found = dict.fromkeys(permutations(range(1, cards + 1)), Fraction())
    for order, probability in every_path(cards, riffles):
        found[order] += probability * 2 ** (riffles * cards)
    return found


@pytest.mark.parametrize(("cards", "riffles"), [(4, 1), (5, 1), (3, 2)])
def test_cuts_and_riffles_make_every_order_with_its_probability(cards: int, riffles: int) -> None:
    assert by_cuts(cards, riffles) == exact(cards, riffles)


@pytest.mark.parametrize(("cards", "riffles"), [(5, 1), (4, 2), (3, 3)])
def test_digits_make_every_order_with_its_probability(cards: int, riffles: int) -> None:
    digits = product(range(2**riffles), repeat=cards)
    found = Counter(tuple(riffled(range(1, cards + 1), some)) for some in digits)
    assert found == Counter(exact(cards, riffles))


def test_chi_squared_is_compared_with_its_degrees_of_freedom() -> None:
    """Wilson and Hilferty: the cube root of chi-squared by k has mean 1 - 2/9k, variance 2/9k."""
    squared, degrees = 10, 2
    z = ((squared / degrees) ** (1 / 3) - 1 + 2 / 9 / degrees) / (2 / 9 / degrees) ** 0.5
    assert unevenness([10, 20, 30]) == pytest.approx(z)
