"""Grundy values of heaps, computed bottom-up on demand.

The value of a heap is the mex of its options' values; two heaps have their nim-sum. The splits of a
large heap take most time. Therefore one operation on long integers computes all their nim-sums, and
a search looks for 0, 1, 2, … in turn.
"""

from __future__ import annotations

from array import array

from nim.heaps import mex
from nim.taking.rules import Rules


class Values:
    """The Grundy values of heaps 0, 1, 2, … under the rules.

    >>> from nim.taking.rules import GRUNDYS_GAME
    >>> Values(GRUNDYS_GAME).up_to(10)
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0]
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._values: list[int] = [0]
        self._lanes = _Lanes(self._values)

    def __getitem__(self, heap: int) -> int:
        self.reach(heap)
        return self._values[heap]

    def up_to(self, heap: int) -> list[int]:
        """Return the values of the heaps from 0 to `heap`."""
        self.reach(heap)
        return self._values[: heap + 1]

    def words(self, heap: int) -> array[int] | memoryview:
        """Return the values of the heaps from 0 to `heap` in machine words of 1 to 4 bytes."""
        values = self.up_to(heap)
        return array("B" if max(values) < 256 else "I", values)

    def reach(self, heap: int) -> None:
        """Find the values up to a heap."""
        for n in range(len(self._values), heap + 1):
            whole = self._without_splits(n)
            if self.rules.to_two:
                # Characters encode the integers, because `str` has the fastest search.
                reached = "".join(map(chr, whole)) + self._splits(n)
                value = 0
                while chr(value) in reached:
                    value += 1
                self._values.append(value)
            else:
                self._values.append(mex(whole))

    def _without_splits(self, n: int) -> set[int]:
        values, rules = self._values, self.rules
        reached = {values[n - taken] for taken in rules.to_one if taken < n}
        if n in rules.to_none:
            reached.add(0)
        return reached

    def _splits(self, n: int) -> str:
        self._lanes.catch_up()
        totals = [n - taken for taken in self.rules.to_two if taken < n]
        return "".join([self._lanes.nim_sums(t, self.rules.pairs(t)) for t in totals])


class _Lanes:
    """The values of heaps 1, 2, … in the lanes of a long integer, and reversed in another one.

    After a shift, heap i of one integer aligns with heap t - i of the other, so a single exclusive
    or computes all nim-sums. A lane is wide enough for the greatest value.
    """

    _WIDTHS = ((8, 8, "latin-1"), (15, 16, "utf-16-le"), (20, 32, "utf-32-le"))
    """The bits of a value, the bits of its lane, and the encoding that reads lanes as characters.

    15 bits exclude surrogates; only a heap above a million could need more than 20 bits.
    """

    def __init__(self, values: list[int]) -> None:
        self._values = values
        self._begin(0)

    def _begin(self, greatest: int) -> None:
        bits = greatest.bit_length()
        self._most, self._bits, self._codec = next(w for w in self._WIDTHS if bits <= w[0])
        self._all = self._all_heaps = 0
        self._lesser = self._lesser_heaps = 0

    def catch_up(self) -> None:
        """Add the new values."""
        while self._all_heaps + 1 < len(self._values):
            value = self._values[self._all_heaps + 1]
            if value >> self._most:
                self._begin(value)
            else:
                self._all |= value << self._bits * self._all_heaps
                self._all_heaps += 1

    def nim_sums(self, total: int, pairs: int) -> str:
        """Return the nim-sums of heaps i and total - i, for i from `pairs` down to 1."""
        while self._lesser_heaps < pairs:
            self._lesser_heaps += 1
            self._lesser = self._lesser << self._bits | self._values[self._lesser_heaps]
        first = total - pairs
        sums = self._all >> self._bits * (first - 1)
        sums ^= self._lesser >> self._bits * (self._lesser_heaps - pairs)
        data = sums.to_bytes((self._all_heaps - first + 1) * self._bits // 8, "little")
        return data[: pairs * self._bits // 8].decode(self._codec, "surrogatepass")
