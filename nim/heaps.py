"""Nim and Choose Nim on heaps of any size: the formulas of theorems 4 and 5."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import xor


class Move(namedtuple("Move", ("heap", "before", "after"))):
    """A move in a heap, counted from 1: it leaves `after` of its `before` stones."""

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
    return reduce(xor, heaps, 0)


class Nim:
    """A position of Nim: the player that takes the last stone wins, or loses in misère play.

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
        """Whether the first player wins, by theorem 4, or in misère play by Bouton's theorem.

        Bouton's theorem says the opposite if no heap has two or more stones; so in misère play the
        player to move wins the empty position.
        """
        return (self.x != 0) is self._large

    def winning_moves(self) -> Iterator[Move]:
        """Yield every move to a position that the opponent loses, in the order of the heaps."""
        if not self.first_player_wins:
            return
        if not self._large:
            yield from (Move(i, 1, 0) for i, heap in enumerate(self.heaps, 1) if heap)
            return
        # If no other heap has two stones, the winning move leaves an odd number of single stones.
        lone = self._misere and sum(heap > 1 for heap in self.heaps) == 1
        top = 1 << self.x.bit_length() - 1
        for number, heap in enumerate(self.heaps, 1):
            if lone and heap > 1:
                yield Move(number, heap, heap ^ self.x ^ 1)
            elif not lone and heap & top:
                yield Move(number, heap, heap ^ self.x)


def winning_choices(heaps: Iterable[int]) -> Iterator[int]:
    """Yield the number, counted from 1, of each heap whose choice wins Choose Nim.

    The opponent then moves first in Nim with that one heap, and loses only if it is empty.
    """
    return (number for number, heap in enumerate(heaps, 1) if heap == 0)
