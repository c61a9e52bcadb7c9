"""Nim and Choose Nim on heaps of any size: the formulas of theorems 4 and 5."""

from __future__ import annotations

import sys
from array import array
from collections import namedtuple
from functools import reduce
from operator import xor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_BLOCK = 1 << 13
"""How many heaps in machine words are added at once: as many as stay in the processor's cache."""


class Move(namedtuple("Move", ("heap", "before", "after"))):
    """Taking from a heap, counted from 1, so that `after` of its `before` stones are left."""

    __slots__ = ()
    heap: int
    before: int
    after: int


def mex(values: Iterable[int]) -> int:
    """Return the minimal excluded value: the least natural number that does not occur.

    >>> mex([0, 1, 2, 4]), mex([1, 2, 4])
    (3, 0)
    """
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


def nim_sum(heaps: Iterable[int]) -> int:
    """Return X, the bitwise exclusive or of all heaps.

    >>> nim_sum([2, 5, 7, 9, 6])
    15
    """
    if isinstance(heaps, array):
        return _nim_sum_of_words(heaps)
    return reduce(xor, heaps, 0)


def _nim_sum_of_words(heaps: array[int]) -> int:
    """Add many heaps at once, as long numbers, then the parts of the long number."""
    total = 0
    with memoryview(heaps) as words:
        for start in range(0, len(heaps), _BLOCK):
            total ^= int.from_bytes(words[start : start + _BLOCK], sys.byteorder)
    size = min(len(heaps), _BLOCK) * heaps.itemsize
    return reduce(xor, array(heaps.typecode, total.to_bytes(size, sys.byteorder)), 0)


class Nim:
    """A position of Nim: who takes the last stone wins, or loses in misère play.

    >>> nim = Nim([2, 5, 7, 9, 6])
    >>> nim.first_player_wins, list(nim.winning_moves())
    (True, [Move(heap=4, before=9, after=6)])
    """

    def __init__(self, heaps: Sequence[int], misere: bool = False) -> None:
        self.heaps = heaps
        self.x = nim_sum(heaps)
        self._misere = misere
        self._large = max(heaps, default=0) > 1 if misere else True

    @property
    def first_player_wins(self) -> bool:
        """Theorem 4; in misère play Bouton's: the opposite where no heap has two stones or more.

        So in misère play the empty position is won, by the player who cannot move.
        """
        return (self.x != 0) is self._large

    def winning_moves(self) -> Iterator[Move]:
        """Yield every move that leaves the opponent a lost position, by heap."""
        if not self.first_player_wins:
            return
        if not self._large:
            yield from (Move(i, 1, 0) for i, heap in enumerate(self.heaps, 1) if heap)
            return
        # If all other heaps have one stone or none, the opponent shall not find an even number.
        lone = self._misere and sum(heap > 1 for heap in self.heaps) == 1
        top = 1 << self.x.bit_length() - 1
        for number, heap in enumerate(self.heaps, 1):
            if lone and heap > 1:
                yield Move(number, heap, heap ^ self.x ^ 1)
            elif not lone and heap & top:
                yield Move(number, heap, heap ^ self.x)


def winning_choices(heaps: Iterable[int]) -> Iterator[int]:
    """Yield the number, counted from 1, of each heap that wins Choose Nim when it is chosen.

    The opponent then moves first in Nim with that one heap, and loses only if it is empty.
    """
    return (number for number, heap in enumerate(heaps, 1) if heap == 0)
