"""The check of a long certificate: each value against the definition, a block of heaps at a time.

It shares no code with what finds values. That a value is not reached is told by parity: if two
heaps of odd parity never make such a value, the few heaps of even parity are all there is to look
at; for other values every split is. That all lesser values are reached is shown by splits, the
least heap first, until each has turned up. Needs NumPy (the extra ``fast``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nim.taking.period import Period
from nim.taking.rules import Rules

Array = NDArray[Any]
_BLOCK = 1 << 15
_ROUND = 32
_MOST_TRIED = 2048


def first_wrong(rules: Rules, data: bytes | bytearray, period: Period, needed: int) -> int | None:
    """Return the first heap below `needed` whose value is not the mex of its options, or None."""
    given = np.frombuffer(data, "<u2")
    given = given.astype(np.uint8 if given.max() < 256 else np.uint16)
    values = np.empty(needed, given.dtype)
    values[: len(given)] = given[:needed]
    for begin in range(len(given), needed, period.length):
        end = min(begin + period.length, needed)
        values[begin:end] = given[period.start : period.start + end - begin]
    check = _Check(rules, values)
    blocks = (check.wrong(begin, min(begin + _BLOCK, needed)) for begin in range(0, needed, _BLOCK))
    return next((wrong for wrong in blocks if wrong is not None), None)


class _Check:
    """Values of heaps 0, 1, 2, … that are claimed, and the heaps of even parity among them."""

    def __init__(self, rules: Rules, values: Array) -> None:
        self._rules = rules
        self._values = values
        mask, self._placed, rare = _parity(values)
        size = 1 << 8 * values.itemsize
        self._odd = _odd(np.arange(size), mask)
        parity = self._odd[values] ^ (np.arange(len(values)) & self._placed)
        parity[0] = 1 - rare  # no heap of two is empty
        self._rare = np.flatnonzero(parity == rare)

    def wrong(self, begin: int, end: int) -> int | None:
        """Return the first heap of a block whose value is not the mex, or None."""
        heaps = np.arange(begin, end)
        claimed = self._values[begin:end].astype(np.int64)
        reached = np.zeros((end - begin, int(self._values.max()) + 2), bool)
        for rows, values in self._single(heaps):
            reached[rows, np.minimum(values, reached.shape[1] - 1)] = True
        for taken in self._rules.to_two:
            for heap in self._rare[self._rare < end - taken]:
                self._split(reached, heaps, taken, int(heap))
        bad = reached[np.arange(len(heaps)), claimed]
        for row in np.flatnonzero(~bad):
            bad[row] = self._reaches(int(heaps[row]), int(claimed[row]))
        lacking = self._lacking(reached, heaps, claimed)
        bad[lacking] = True
        return int(heaps[bad.argmax()]) if bad.any() else None

    def _single(self, heaps: Array) -> Iterator[tuple[Array, Array]]:
        """Yield rows of heaps and the values of what a move without a split leaves of them."""
        for taken in self._rules.to_none:
            rows = np.flatnonzero(heaps == taken)
            yield rows, np.zeros(len(rows), np.int64)
        for taken in self._rules.to_one:
            rows = np.flatnonzero(heaps > taken)
            yield rows, self._values[heaps[rows] - taken].astype(np.int64)

    def _split(self, reached: Array, heaps: Array, taken: int, heap: int) -> None:
        """Mark the value of the split with one heap of this size, in all rows that have it."""
        other = heaps - (taken + heap)
        rows = np.flatnonzero((other > 0) & (other != heap) if self._rules.unequal else other > 0)
        if not len(rows):
            return
        values = self._values[other[rows]] ^ self._values[heap]
        reached[rows, np.minimum(values, reached.shape[1] - 1)] = True

    def _reaches(self, heap: int, value: int) -> bool:
        """Whether a split that parity does not rule out has the value."""
        for taken in self._rules.to_two:
            total = heap - taken
            if total < 2 or self._odd[value] ^ (total & self._placed):
                continue
            if (self._splits(total) == value).any():
                return True
        return False

    def _splits(self, total: int) -> Array:
        last = self._rules.pairs_below(total)
        return self._values[1:last] ^ self._values[total - 1 : total - last : -1]

    def _lacking(self, reached: Array, heaps: Array, claimed: Array) -> Array:
        """Return the rows of which some lesser value is not reached, after all splits."""
        lesser = np.arange(reached.shape[1])
        rows = np.arange(len(heaps))
        for tried in range(1, _MOST_TRIED, _ROUND):
            rows = rows[((lesser < claimed[rows, None]) & ~reached[rows]).any(1)]
            if not len(rows):
                return rows
            some = reached[rows]
            for taken in self._rules.to_two:
                for heap in range(tried, tried + _ROUND):
                    self._split(some, heaps[rows], taken, heap)
            reached[rows] = some
        return np.array([row for row in rows if self._lacks(reached[row], int(heaps[row]))], int)

    def _lacks(self, reached: Array, heap: int) -> bool:
        for taken in self._rules.to_two:
            if heap - taken >= 2:
                splits = self._splits(heap - taken)
                reached[splits[splits < len(reached)]] = True
        return not reached[: self._values[heap]].all()


def _odd(values: Array, mask: int) -> Array:
    bits = values & mask
    for half in (8, 4, 2, 1):
        bits = bits ^ bits >> half
    return bits & 1


def _parity(values: Array) -> tuple[int, int, int]:
    """Return the mask, whether the heap's size counts, and the parity that fewest heaps have."""
    most = int(values.max()) + 1
    heaps = [np.bincount(values[start::2], minlength=most) for start in (2, 1)]
    best = (len(values) + 1, 1, 0, 0)
    for mask in range(1, 1 << (most - 1).bit_length()):
        odd = _odd(np.arange(most), mask)
        even_odd, odd_odd = (int(count[odd == 1].sum()) for count in heaps)
        even, uneven = int(heaps[0].sum()), int(heaps[1].sum())
        plain = even - even_odd + uneven - odd_odd
        placed = even_odd + uneven - odd_odd
        best = min(
            best, (plain, mask, 0, 0), (placed, mask, 1, 1), (len(values) - placed, mask, 1, 0)
        )
    return best[1:]
