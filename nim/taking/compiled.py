"""Grundy values by compiled code, for large heaps. Needs Numba (the extra ``fast``).

In most of these games the values fall into two classes by the parity of the bits under a mask,
where almost all heaps are of one class, the common one, and few are rare. Parity is additive: two
common heaps never make a common value. So which common values heap n can reach is decided by the
splits with a rare heap alone; the least that they leave bounds G(n), and what remains is to find
each of the few rare values below it among the splits, where most turn up at once. That is exact for
every mask; a good one only makes it fast. Some games (0.127) have the parity of the heap's size in
the class. Where no mask makes many heaps common, all splits are searched.

Source: the sparse spaces of E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982),
chapter 4; their use for computing goes back to A. Gangolli and T. Plambeck (1989).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardjudge.series.compiled import compiled

if TYPE_CHECKING:
    from nim.taking.rules import Rules

Array = NDArray[Any]
_NEVER = 2**32 - 1
_FIRST_LOOK = 256
_DENSE = 16
"""With more than one rare heap in so many it is faster to search all splits."""
_MOST_TAKEN = 64
"""For each total that a move may leave there is a row of what its splits reach."""
_BLOCK = 1024
"""How many splits are compared before it is asked whether one was found."""
_MOST_SAMPLED = 1 << 14
_A_VALUE = 8
"""How many splits a dense total samples for each value that there is: most values that occur at all
occur among them."""
_FULL, _TOO_GREAT, _DONE = 0, 1, 2
_NOWHERE = np.empty(0, np.int64), np.empty(0, np.uint8)


class _Moves(NamedTuple):
    """The rules as the kernel takes them."""

    none: Array
    one: Array
    two: Array
    unequal: bool


class _Classes(NamedTuple):
    """How heaps are told apart: heap n of value v is rare if ``odd[v] ^ n & placed == rare``."""

    odd: Array
    placed: int
    """1 if the parity of the heap's size counts, else 0."""
    rare: int
    dense: bool
    """Whether there are so many rare heaps that none is listed."""
    sampled: int
    """How many splits of a total are looked at in any case."""


class _Heaps(NamedTuple):
    """What is known: all values, the rare heaps with theirs, and what splits of a total reach."""

    values: Array
    mirror: Array
    """The values backwards: what a search compares lies in one direction."""
    rare: Array
    rare_values: Array
    reached: Array
    """Row t modulo their number, a power of two, has t at each value that total t can reach."""
    counts: Array
    """How many heaps of even and of odd size have each value."""


class Growth:
    """Values that grow: each look makes the classes anew from all that is known."""

    def __init__(self, rules: Rules, values: Sequence[int]) -> None:
        taken = [np.array(sorted(some), np.int64) for some in rules[:3]]
        self._moves = _Moves(taken[0], taken[1], taken[2], rules.unequal)
        self._rows = 1 << max(rules.to_two, default=0).bit_length()
        self._sampled = 32
        self._few = 0
        self._rare: tuple[Array, Array] = _NOWHERE
        self._classes = _Classes(_NOWHERE[0], 0, 0, True, 0)
        self._known = len(values)
        self._hold(np.array(values, np.uint8 if max(values) < 256 else np.uint16))

    @staticmethod
    def can(rules: Rules) -> bool:
        """Whether the rules take few enough stones for the compiled code."""
        return max(rules.to_two) <= _MOST_TAKEN

    @property
    def values(self) -> Array:
        """The values known, from heap 0 on."""
        return self._values[: self._known]

    def words(self, heap: int) -> memoryview:
        """Return the values of the heaps from 0 to `heap` in machine words of 1 or 2 bytes."""
        return self._values[: heap + 1].data

    def _hold(self, values: Array) -> None:
        """Take values, with tables as wide as their type."""
        self._values, self._mirror = values, values[::-1].copy()
        self._most = 1 << 8 * values.itemsize
        self._reached = np.full((self._rows, 2 * self._most), _NEVER, np.uint32)
        self._counts = np.zeros((2, self._most), np.int64)
        for parity in (0, 1):
            heaps = values[1 : self._known][(1 - parity) % 2 :: 2]
            self._counts[parity] += np.bincount(heaps, minlength=self._most)
        self._classify()

    def reach(self, heap: int) -> None:
        """Find the values up to a heap; OverflowError if one is too great for two bytes."""
        if heap >= len(self._values):
            more = np.zeros(heap + 1 - len(self._values), self._values.dtype)
            self._values = np.concatenate([self._values, more])
            self._mirror = np.concatenate([more, self._mirror])
        while self._known <= heap:
            end = min(heap + 1, max(_FIRST_LOOK, self._known + self._known // 4))
            self._step(end)

    def _step(self, end: int) -> None:
        begin = self._known
        heaps = _Heaps(
            self._values, self._mirror, *self._rare, reached=self._reached, counts=self._counts
        )
        self._known, self._few, searched, why = _extend(
            begin, end, self._moves, self._classes, heaps, self._few
        )
        if why == _TOO_GREAT:
            if self._values.itemsize == 2:
                raise OverflowError(self._known)
            self._hold(self._values.astype(np.uint16))
            return
        per_heap = searched / max(1, self._known - begin)
        if self._classes.dense:
            self._sampled = _A_VALUE * (8 + int(self.values.max()))
        elif per_heap > 0.25:
            self._sampled = min(2 * self._sampled, _MOST_SAMPLED)
        elif per_heap < 0.03:
            self._sampled = max(8, 3 * self._sampled // 4)
        self._classify()

    def _classify(self) -> None:
        """Find the mask under which the fewest heaps are rare, and list those."""
        mask, placed, rare = _best_classes(self._counts)
        odd = _parities(self._most, mask)
        few = self._few = _list_rare(self.values, _Classes(odd, placed, rare, False, 0), _NOWHERE)
        dense = few > self._known // _DENSE
        self._classes = _Classes(odd, placed, rare, dense, self._sampled)
        room = 0 if dense else few + few // 2 + 64
        self._rare = np.empty(room, np.int64), np.empty(room, self._values.dtype)
        if dense:
            self._few = 0
        else:
            _list_rare(self.values, self._classes, self._rare)


def _parities(most: int, mask: int) -> Array:
    """Return for each value the parity of its bits under the mask."""
    values = np.arange(most) & mask
    for half in (8, 4, 2, 1):
        values ^= values >> half
    return values & 1


def _best_classes(counts: Array) -> tuple[int, int, int]:
    """Return the mask, whether the place counts, and the class that is rare.

    By the Walsh-Hadamard transform, which has for each mask the heaps of even parity less those of
    odd parity.
    """
    even, odd = _transformed(counts[0]), _transformed(counts[1])
    plain, placed = even + odd, even - odd
    plain[0] = placed[0] = plain[0]  # the mask 0 tells nothing apart
    best, with_place = int(plain.argmin()), int(abs(placed[1:]).argmax()) + 1
    if -plain[best] >= abs(placed[with_place]) or not placed[with_place]:
        return best, 0, 0
    return with_place, 1, int(placed[with_place] > 0)


def _transformed(counts: Array) -> Array:
    total, size = counts.copy(), 1
    while size < len(total):
        pairs = total.reshape(-1, 2, size)
        total = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], 1).reshape(-1)
        size *= 2
    return total


@compiled
def _list_rare(values: Array, classes: _Classes, listed: tuple[Array, Array]) -> int:
    """Count the rare heaps, and list as many as there is room for."""
    heaps, their_values = listed
    few = 0
    for n in range(1, len(values)):
        value = values[n]
        if (classes.odd[value] ^ (classes.placed & n)) == classes.rare:
            if few < len(heaps):
                heaps[few] = n
                their_values[few] = value
            few += 1
    return few


@compiled
def _extend(
    begin: int, end: int, moves: _Moves, classes: _Classes, heaps: _Heaps, few: int
) -> tuple[int, int, int, int]:
    """Find the values from `begin` on: how many are known then, how many rare, searches, and why.

    It ends before `end` where the list of rare heaps is full or a value is too great for its type.
    One long function, because a call that passes arrays takes longer than most heaps do.
    """
    values, rare, rare_values, reached = heaps.values, heaps.rare, heaps.rare_values, heaps.reached
    mirror, odd, placed, unequal = heaps.mirror, classes.odd, classes.placed, moves.unequal
    last_row, most = reached.shape[0] - 1, reached.shape[1] // 2
    searched = 0
    for n in range(begin, end):
        # Mark what each total reaches by a rare heap, and by some other splits; once for a total.
        for taken in moves.two:
            total = n - taken
            if total < 2 or reached[total & last_row, 2 * most - 1] == total:
                continue
            row = reached[total & last_row]
            row[2 * most - 1] = total
            for place in range(few):
                heap = rare[place]
                if heap >= total:
                    break
                if not (unequal and 2 * heap == total):
                    row[rare_values[place] ^ values[np.uint64(total - heap)]] = total
            last = (total - 1) // 2 if unequal else total // 2
            if classes.dense:
                for heap in range(1, last + 1, max(1, last // classes.sampled)):
                    row[values[np.uint64(heap)] ^ values[np.uint64(total - heap)]] = total
            else:  # small heaps will do, and their values are at hand
                for heap in range(1, min(classes.sampled, last) + 1):
                    row[values[np.uint64(heap)] ^ values[np.uint64(total - heap)]] = total
        value = 0
        while value < most:
            found = False
            if value == 0:
                for taken in moves.none:
                    found |= taken == n
            for taken in moves.one:
                found |= taken < n and values[n - taken] == value
            for taken in moves.two:
                total = n - taken
                found |= total >= 2 and reached[total & last_row, value] == total
            if not found:
                for taken in moves.two:
                    total = n - taken
                    # Two heaps of the common class have even parity together: nothing to search.
                    if total >= 2 and (classes.dense or not odd[value] ^ (placed & total)):
                        searched += 1
                        if _splits_into(total, value, unequal, heaps):
                            reached[total & last_row, value] = total
                            found = True
                            break
            if not found:
                break
            value += 1
        if value == most:
            return n, few, searched, _TOO_GREAT
        values[n] = value
        mirror[len(values) - 1 - n] = value
        heaps.counts[n & 1, value] += 1
        if not classes.dense and (odd[value] ^ (placed & n)) == classes.rare:
            if few == len(rare):
                return n + 1, few, searched, _FULL
            rare[few] = n
            rare_values[few] = value
            few += 1
    return end, few, searched, _DONE


@compiled
def _splits_into(total: int, value: int, unequal: bool, heaps: _Heaps) -> bool:
    """Whether two heaps with so many stones have the nim-sum."""
    values = heaps.values
    last = (total - 1) // 2 if unequal else total // 2
    start = len(values) - 1 - total
    wanted = values.dtype.type(value)
    for block in range(1, last + 1, _BLOCK):
        end = min(block + _BLOCK, last + 1)
        lesser, greater = values[block:end], heaps.mirror[start + block : start + end]
        found = False
        for i in range(len(lesser)):
            found |= values.dtype.type(lesser[i] ^ greater[i]) == wanted
        if found:
            return True
    return False
