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

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardjudge.series.compiled import compiled

if TYPE_CHECKING:
    from nim.taking.rules import Rules

Array = NDArray[Any]
_FIRST_LOOK = 256
_DENSE = 16
"""With more than one rare heap in so many it is faster to search all splits."""
_BLOCK = 512
"""How many splits are compared before it is asked whether one was found."""
_MOST_SAMPLED = 1 << 14
_A_SEARCH, _A_SPLIT = 32, 16
"""A search costs as much as to mark so many splits, and one split for so many that it compares."""
_ALL = np.uint64(2**64 - 1)
_TOO_GREAT = -1


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
    """How many splits of a total are marked in any case."""


class _Heaps(NamedTuple):
    """What is known: all values, the rare heaps with theirs, and what splits of a total reach."""

    values: Array
    rare: Array
    rare_values: Array
    reached: Array
    """Row t modulo their number, a power of two, has 255 at each value that total t is known to
    reach; one more row has what heap n reaches."""
    words: Array
    """The same memory, eight values a word."""
    totals: Array
    """Which total a row is for."""
    counts: Array
    """How many heaps of even and of odd size have each value."""


class Growth:
    """Values that grow: each look makes the classes anew from all that is known."""

    def __init__(self, rules: "Rules", values: Sequence[int]) -> None:
        taken = [np.array(sorted(some), np.int64) for some in rules[:3]]
        self._moves = _Moves(taken[0], taken[1], taken[2], rules.unequal)
        self._rows = 1 << max(rules.to_two, default=0).bit_length()
        self._sampled = 32
        self._known = len(values)
        self._values = np.array(values, np.uint16)
        self._widen(max(64, 1 << max(values).bit_length()))

    @property
    def values(self) -> Array:
        """The values known, from heap 0 on."""
        return self._values[: self._known]

    def _widen(self, width: int) -> None:
        """Make room for values, and nim-sums, below `width`, a power of two."""
        self._values = self._values.astype(np.uint8 if width <= 256 else np.uint16, copy=False)
        self._reached = np.zeros((self._rows + 1, width), np.uint8)
        even, odd = (np.bincount(self.values[first::2], minlength=width) for first in (2, 1))
        self._counts = np.stack([even, odd])
        self._classify()

    def reach(self, heap: int) -> None:
        """Find the values up to a heap; OverflowError if one is too great for two bytes."""
        if heap >= len(self._values):
            values = np.zeros(heap + 1, self._values.dtype)
            values[: self._known] = self.values
            self._values = values
        while self._known <= heap:
            self._step(min(heap + 1, max(_FIRST_LOOK, self._known + self._known // 4)))

    def _step(self, end: int) -> None:
        begin, width = self._known, self._reached.shape[1]
        words = self._reached.view(np.uint64)
        # What is marked depends on the classes, so no row is kept from one step to the next.
        totals = np.zeros(self._rows, np.int64)
        heaps = _Heaps(self._values, *self._rare, self._reached, words, totals, self._counts)
        self._known, few, cost = _extend(begin, end, self._moves, self._classes, heaps, self._few)
        if few == _TOO_GREAT:
            if 2 * width > 1 << 16:
                raise OverflowError(self._known)
            self._widen(2 * width)
            return
        cost //= max(1, self._known - begin)
        if cost > self._sampled:
            self._sampled = min(2 * self._sampled, _MOST_SAMPLED)
        elif cost < self._sampled // 4:
            self._sampled = max(8, 3 * self._sampled // 4)
        self._classify()

    def _classify(self) -> None:
        """Find the mask under which the fewest heaps are rare, and list those."""
        mask, placed, rare = _best_classes(self._counts)
        odd = _parities(self._reached.shape[1], mask)
        rare_counts = self._counts[0][odd == rare], self._counts[1][odd ^ placed == rare]
        few = sum(int(counts.sum()) for counts in rare_counts)
        dense = few > self._known // _DENSE
        self._few = 0 if dense else few
        self._classes = _Classes(odd, placed, rare, dense, self._sampled)
        room = 0 if dense else few + few // 2 + 64
        self._rare = np.zeros(room, np.uint64), np.zeros(room, self._values.dtype)
        if not dense:
            _list_rare(self.values, self._classes, *self._rare)


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
def _list_rare(values: Array, classes: _Classes, heaps: Array, their_values: Array) -> None:
    few = 0
    for n in range(1, len(values)):
        value = values[n]
        if (classes.odd[value] ^ (classes.placed & n)) == classes.rare:
            heaps[few] = n
            their_values[few] = value
            few += 1


@compiled
def _extend(
    begin: int, end: int, moves: _Moves, classes: _Classes, heaps: _Heaps, few: int
) -> tuple[int, int, int]:
    """Find the values from `begin` on: how many are known then and how many rare, what search cost.

    It ends before `end` where the list of rare heaps is full or, with `_TOO_GREAT` rare ones, where
    a value needs wider rows.
    """
    values, reached, words = heaps.values, heaps.reached, heaps.words
    odd, placed, rows, width = classes.odd, classes.placed, reached.shape[0] - 1, reached.shape[1]
    # Where small heaps were marked a search goes on behind them.
    cost, first = 0, 1 if classes.dense else classes.sampled + 1
    for n in range(begin, end):
        words[rows] = 0
        for taken in moves.none:
            if taken == n:
                reached[rows, 0] = 255
        for taken in moves.one:
            if taken < n:
                reached[rows, values[n - taken]] = 255
        for taken in moves.two:
            total = n - taken
            if total >= 2:
                row = total & (rows - 1)
                if heaps.totals[row] != total:
                    heaps.totals[row] = total
                    words[row] = 0
                    _mark(total, row, moves.unequal, classes, heaps, few)
                for place in range(width >> 3):
                    words[rows, place] |= words[row, place]
        value = 0
        while True:
            while value < width and reached[rows, value]:
                value += 1 if value & 7 or words[rows, value >> 3] != _ALL else 8
            if value == width:
                return n, _TOO_GREAT, cost
            found = 0
            for taken in moves.two:
                total = n - taken
                # Two heaps of the common class have even parity together: nothing to search.
                if total >= 2 and (classes.dense or not odd[value] ^ (placed & total)):
                    found = _splits_into(total, value, first, moves.unequal, values)
                    if found:
                        cost += _A_SEARCH + (found - first) // _A_SPLIT
                        reached[total & (rows - 1), value] = 255
                        break
            if not found:
                break
            value += 1
        values[n] = value
        heaps.counts[n & 1, value] += 1
        if not classes.dense and (odd[value] ^ (placed & n)) == classes.rare:
            heaps.rare[few] = n
            heaps.rare_values[few] = value
            few += 1
            if few == len(heaps.rare):
                return n + 1, few, cost
    return end, few, cost


@compiled
def _mark(total: int, row: int, unequal: bool, classes: _Classes, heaps: _Heaps, few: int) -> None:
    """Mark what a total reaches by a rare heap, and by some other splits."""
    values, rare, rare_values, reached = heaps.values, heaps.rare, heaps.rare_values, heaps.reached
    stones = np.uint64(total)
    while few and rare[few - 1] >= stones:
        few -= 1
    forbidden = np.uint64(total // 2 if unequal and total % 2 == 0 else 0)
    for place in range(few):
        if rare[place] != forbidden:
            reached[row, rare_values[place] ^ values[stones - rare[place]]] = 255
    last = (total - 1) // 2 if unequal else total // 2
    # Small heaps will do, and their values are at hand; not where there are many values.
    step = max(1, last // classes.sampled) if classes.dense else 1
    for heap in range(1, min(last, classes.sampled * step) + 1, step):
        lesser = np.uint64(heap)
        reached[row, values[lesser] ^ values[stones - lesser]] = 255


@compiled
def _splits_into(total: int, value: int, first: int, unequal: bool, values: Array) -> int:
    """Return the lesser heap at which a search from `first` on found the nim-sum, or 0 if none."""
    last = (total - 1) // 2 if unequal else total // 2
    wanted = values.dtype.type(value)
    for block in range(first, last + 1, _BLOCK):
        end = min(block + _BLOCK, last + 1)
        found = False
        for heap in range(block, end):
            lesser = np.uint64(heap)
            found |= values.dtype.type(values[lesser] ^ values[np.uint64(total) - lesser]) == wanted
        if found:
            return end
    return 0
