"""Proved periods of Grundy values, which give the value of any heap.

The theorems and their proofs are in docs/research/nim.md.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from nim.taking.rules import Rules
from nim.taking.values import Values

_FIRST_LOOK = 64
_CHUNK = 1 << 16


class Period(NamedTuple):
    """A period: G(n) = G(n + `length`) for all n ≥ `start`.

    Both numbers, n0 and p in the proofs, are the least possible.
    """

    start: int
    length: int


def values_needed(rules: Rules, period: Period) -> int:
    """Return the number of values, from heap 0 on, that prove a period.

    If a move takes at most k stones, G(n + p) = G(n) holds for all n ≥ n0

    - if no move leaves two heaps and it holds for n0 ≤ n < n0 + k,
    - if the two heaps may be equal and it holds for n0 ≤ n < 2·n0 + p + k (Guy and Smith),
    - if the two heaps must differ and it holds for n0 ≤ n < 2·n0 + 2·p + k. The shorter range does
      not suffice: it would match the split b + p and b with b and b, which is illegal.

    These hold for n0 ≥ 1, because a move never leaves a heap of 0. For values that are periodic
    from 0 on, the range of n0 = 1 applies.
    """
    start, length = max(period.start, 1), period.length
    end = start + rules.longest
    if rules.to_two:
        end += start + (2 * length if rules.unequal else length)
    return end + length


class NotProvedError(Exception):
    """The values of the heaps up to `limit` do not prove a period."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class PeriodicValues(Values):
    """The Grundy values of all heaps: computed as far as needed, then by their period.

    >>> from nim.taking.rules import octal
    >>> kayles = PeriodicValues(octal("0.77"))
    >>> kayles.prove(1000), kayles[10**18]
    (Period(start=71, length=12), 1)
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.period: Period | None = None

    def prove(self, limit: int) -> Period | None:
        """Return the period that the values of heaps up to `limit` prove, or None."""
        # A proof needs more consecutive heaps than a move takes stones.
        look = min(max(_FIRST_LOOK, self.rules.longest + 1), limit)
        while self.period is None and look > self.rules.longest:
            tail = _Tail(self.words(look))
            self.period = tail.proved(self.rules)
            if look == limit:
                break
            promised = tail.promised(self.rules)
            del tail  # it takes as much memory as the values
            look = min(look + look // 2, limit, max(promised, look + 1))
        return self.period

    def value(self, heap: int, limit: int) -> int:
        """Return the value of a heap of any size.

        NotProvedError if the heap is above the limit and the values up to it prove no period.
        """
        if heap > limit and self.prove(limit) is None:
            raise NotProvedError(limit)
        return self[heap]

    def __getitem__(self, heap: int) -> int:
        if self.period is not None and heap >= self.period.start:
            heap = self.period.start + (heap - self.period.start) % self.period.length
        return super().__getitem__(heap)


class _Tail:
    """The values in reverse order as bytes, so that `bytes.find` can search for a period."""

    def __init__(self, values: array[int] | memoryview) -> None:
        self._size = values.itemsize
        self._known = len(values)
        self._bytes = bytes(values[::-1])

    def proved(self, rules: Rules) -> Period | None:
        """Return the period that the values prove."""
        # 2·(agreeing values) ≥ known + k is necessary, and sufficient if equal splits are legal.
        agreeing = (self._known + rules.longest + 1) // 2 if rules.to_two else rules.longest
        while period := self._least(max(1, agreeing)):
            if values_needed(rules, period) <= self._known:
                return period
            agreeing = self._known - period.length - period.start + 1
        return None

    def promised(self, rules: Rules) -> int:
        """Return the heap up to which values would prove the period of their last quarter."""
        period = self._least(max(1, self._known // 4))
        return values_needed(rules, period) - 1 if period else 2 * self._known

    def _least(self, agreeing: int) -> Period | None:
        """Return the least period of the last `agreeing` values and its earliest start."""
        pattern = self._bytes[: agreeing * self._size]
        at = self._size
        while (at := self._bytes.find(pattern, at)) > 0 and at % self._size:
            at += 1
        if at < 0:
            return None
        length = at // self._size
        return Period(self._known - length - self._agreement(at), length)

    def _agreement(self, shift: int) -> int:
        """Return the number of last values that agree with the values `shift` bytes earlier."""
        view = memoryview(self._bytes)
        same, step = 0, _CHUNK * self._size
        while step >= self._size:
            while shift + same + step <= len(view) and (
                view[same : same + step] == view[shift + same : shift + same + step]
            ):
                same += step
            step //= 2
        return same // self._size
