"""Compiled search for the Grundy values of large heaps, for the survey of octal games.

``python docs/research/nim_values.py 0.376 --limit 10000000`` prints the proved period, the CPU time
in seconds and the peak memory in MB; ``grundy`` is Grundy's game. Needs Numba (the extra ``fast``).

In most of these games the parity of the bits under a mask divides the values into two classes:
almost all heaps are common, and few are rare. Parity is additive, so two common heaps never make a
common value. Therefore only splits with a rare heap reach the common values of heap n. The least
common value that they miss bounds G(n). The search then looks for each of the few rare values below
this bound among the splits, and usually finds it at once. The method is exact for every mask; a
good mask makes it fast. In some games (0.127) the class includes the parity of the heap's size. If
no mask makes most heaps common, the search covers all splits.

Source: the sparse spaces of E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982),
chapter 4; their use for computing goes back to A. Gangolli and T. Plambeck (1989).
"""

import resource
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardjudge.series.compiled import compiled
from nim.taking.period import PeriodicValues
from nim.taking.rules import GRUNDYS_GAME, Rules, octal

Array = NDArray[Any]
_FIRST_LOOK = 256
_DENSE = 16
"""If more than one heap in this number is rare, a search of all splits is faster."""
_BLOCK = 512
"""Number of splits that the search compares between two checks of the result."""
_MOST_SAMPLED = 1 << 14
_A_SEARCH, _A_SPLIT = 32, 16
"""The cost of a search, in marked splits; and the compared splits that cost as much as one."""
_ALL = np.uint64(2**64 - 1)
_TOO_GREAT = -1


class _Moves(NamedTuple):
    """The rules as arrays."""

    none: Array
    one: Array
    two: Array
    unequal: bool


class _Classes(NamedTuple):
    """The classes of heaps: heap n of value v is rare if ``odd[v] ^ n & placed == rare``."""

    odd: Array
    placed: int
    """1 if the parity of the heap's size counts, else 0."""
    rare: int
    dense: bool
    """Whether rare heaps are too many for a list."""
    sampled: int
    """Number of splits of a total that are always marked."""


class _Heaps(NamedTuple):
    """All known values, the rare heaps with their values, and the values that splits reach."""

    values: Array
    rare: Array
    rare_values: Array
    reached: Array
    """The row of total t has 255 at each value that its splits are known to reach; its index is t
    modulo the number of rows, a power of two. One more row belongs to heap n."""
    words: Array
    """The same memory, eight values a word."""
    totals: Array
    """The total of each row."""
    counts: Array
    """Number of heaps of even and of odd size with each value."""


class Growth:
    """A growing list of values; each step recomputes the classes from all known values."""

    def __init__(self, rules: Rules, values: Sequence[int]) -> None:
        taken = [np.array(sorted(some), np.int64) for some in rules[:3]]
        self._moves = _Moves(taken[0], taken[1], taken[2], rules.unequal)
        self._rows = 1 << max(rules.to_two, default=0).bit_length()
        self._sampled = 32
        self._known = len(values)
        self._values = np.array(values, np.uint16)
        self._widen(max(64, 1 << max(values).bit_length()))

    @property
    def values(self) -> Array:
        """The known values, from heap 0 on."""
        return self._values[: self._known]

    def _widen(self, width: int) -> None:
        """Allocate buffers for values and nim-sums below `width`, a power of two."""
        self._values = self._values.astype(np.uint8 if width <= 256 else np.uint16, copy=False)
        self._reached = np.zeros((self._rows + 1, width), np.uint8)
        even, odd = (np.bincount(self.values[first::2], minlength=width) for first in (2, 1))
        self._counts = np.stack([even, odd])
        self._classify()

    def reach(self, heap: int) -> None:
        """Find the values up to a heap; OverflowError for a value above two bytes."""
        if heap >= len(self._values):
            values = np.zeros(heap + 1, self._values.dtype)
            values[: self._known] = self.values
            self._values = values
        while self._known <= heap:
            self._step(min(heap + 1, max(_FIRST_LOOK, self._known + self._known // 4)))

    def _step(self, end: int) -> None:
        begin, width = self._known, self._reached.shape[1]
        words = self._reached.view(np.uint64)
        # The marks depend on the classes, so each step starts with empty rows.
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
        """Find the mask with the fewest rare heaps, and list these heaps."""
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


class LargeValues(PeriodicValues):
    """The Grundy values of a game with splits, and its period, all by the compiled search."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._growth = Growth(rules, [0])

    def reach(self, heap: int) -> None:
        """Find the values up to a heap; OverflowError for a value above two bytes."""
        self._growth.reach(heap)

    def words(self, heap: int) -> memoryview:
        """Return the values of the heaps from 0 to `heap` in machine words."""
        self.reach(heap)
        return self._growth.values[: heap + 1].data

    def up_to(self, heap: int) -> list[int]:
        """Return the values of the heaps from 0 to `heap`."""
        return self.words(heap).tolist()


def main() -> None:
    """Prove the period of a game, and print it with its cost."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("code")
    parser.add_argument("--limit", type=int, default=10**7, help="values that the proof may use")
    words = parser.parse_args()
    period = LargeValues(GRUNDYS_GAME if words.code == "grundy" else octal(words.code)).prove(
        words.limit
    )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    told = f"n0 = {period.start}, p = {period.length}" if period else f"no proof to {words.limit}"
    print(f"{words.code}: {told}; {time.process_time():.1f} s, {memory:.0f} MB")


def _parities(most: int, mask: int) -> Array:
    """Return the parity of the bits of each value under the mask."""
    values = np.arange(most) & mask
    for half in (8, 4, 2, 1):
        values ^= values >> half
    return values & 1


def _best_classes(counts: Array) -> tuple[int, int, int]:
    """Return the mask, whether the parity of the size counts, and the rare class.

    The Walsh-Hadamard transform gives, for each mask, the number of heaps of even parity minus the
    number of heaps of odd parity.
    """
    even, odd = _transformed(counts[0]), _transformed(counts[1])
    plain, placed = even + odd, even - odd
    plain[0] = placed[0] = plain[0]  # mask 0 makes one class
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
    """Find the values from `begin` on; return the numbers of known and rare heaps, and the cost.

    It stops before `end` if the list of rare heaps is full, or if a value needs wider rows; then
    the number of rare heaps is `_TOO_GREAT`.
    """
    values, reached, words = heaps.values, heaps.reached, heaps.words
    odd, placed, rows, width = classes.odd, classes.placed, reached.shape[0] - 1, reached.shape[1]
    # If splits with small heaps are marked already, the search starts after them.
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
                # Two common heaps never make a common value, so only a rare value needs a search.
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
    """Mark the values that a total reaches by splits with a rare heap and by a sample of splits."""
    values, rare, rare_values, reached = heaps.values, heaps.rare, heaps.rare_values, heaps.reached
    stones = np.uint64(total)
    while few and rare[few - 1] >= stones:
        few -= 1
    forbidden = np.uint64(total // 2 if unequal and total % 2 == 0 else 0)
    for place in range(few):
        if rare[place] != forbidden:
            reached[row, rare_values[place] ^ values[stones - rare[place]]] = 255
    last = (total - 1) // 2 if unequal else total // 2
    # Small heaps suffice and are in the cache; dense classes need a spread sample.
    step = max(1, last // classes.sampled) if classes.dense else 1
    for heap in range(1, min(last, classes.sampled * step) + 1, step):
        lesser = np.uint64(heap)
        reached[row, values[lesser] ^ values[stones - lesser]] = 255


@compiled
def _splits_into(total: int, value: int, first: int, unequal: bool, values: Array) -> int:
    """Search splits from `first` on for a nim-sum; return the end of its block, or 0 if none."""
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


if __name__ == "__main__":
    main()
