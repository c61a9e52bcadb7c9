"""The rules of a taking and breaking game, and their octal codes.

``0.77`` is Kayles, ``0.137`` is Dawson's Chess. Digit k after the point says how a move may take k
stones: 1 if they are the whole heap, 2 if it leaves one heap, 4 if it leaves two heaps, or the sum
of these. The digit before the point is 0, or 4 if a move may split a heap without taking a stone.

Source: R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Cambridge Philos. Soc.
52 (1956).
"""

from collections.abc import Iterable, Iterator
from heapq import merge
from typing import NamedTuple

_NONE, _ONE, _TWO = 1, 2, 4


class Rules(NamedTuple):
    """The numbers of stones that a move may take if it leaves no heap, one heap, or two heaps.

    With `unequal` the two heaps must differ. A move that takes 0 stones only splits.
    """

    to_none: frozenset[int]
    to_one: frozenset[int]
    to_two: frozenset[int]
    unequal: bool = False

    @property
    def longest(self) -> int:
        """The most stones that a move takes."""
        return max(self.to_none | self.to_one | self.to_two, default=0)

    def moves(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield the heaps after each move: no heap, one heap, or two heaps in ascending order.

        The order is by the number of heaps, then ascending.
        """
        if heap in self.to_none:
            yield ()
        yield from ((heap - taken,) for taken in sorted(self.to_one, reverse=True) if taken < heap)
        yield from merge(*(self._pairs(heap - taken) for taken in self.to_two))

    def _pairs(self, total: int) -> Iterator[tuple[int, int]]:
        return ((lesser, total - lesser) for lesser in range(1, self.pairs(total) + 1))

    def pairs(self, total: int) -> int:
        """Return the number of legal pairs of heaps with `total` stones together."""
        return (total - 1) // 2 if self.unequal else total // 2


def subtraction(taken: Iterable[int]) -> Rules:
    """Return the subtraction game of a set: a move takes one of these numbers of stones.

    >>> subtraction([1, 3]).longest
    3
    """
    steps = frozenset(taken)
    if not steps or min(steps) < 1:
        raise ValueError("a move takes a positive number of stones, and there is one at least")
    return Rules(steps, steps, frozenset())


GRUNDYS_GAME = Rules(frozenset(), frozenset(), frozenset([0]), unequal=True)
"""Grundy's game: a move splits a heap into two of different sizes. Its period is unknown."""


def octal(code: str) -> Rules:
    """Return the rules of an octal code; ValueError, with the faulty digit, for an invalid code.

    >>> sorted(octal("0.77").to_two), octal("4.007").longest, octal(".77") == octal("0.77")
    ([1, 2], 3, True)
    """
    whole, point, digits = code.partition(".")
    if whole not in {"", "0", "4"} or not point:
        raise ValueError(whole or code)
    for digit in digits:
        if digit not in "01234567":
            raise ValueError(digit)
    if not digits:
        raise ValueError(code)
    places = [int(digit) for digit in f"{whole or 0}{digits}"]
    lefts = (_NONE, _ONE, _TWO)
    parts = (frozenset(k for k, digit in enumerate(places) if digit & left) for left in lefts)
    none, one, two = parts
    return Rules(none, one, two)
