"""Periods of Grundy values that are proved, and the value of any heap once they are.

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
    """From heap `start` (n0) on, and not from an earlier one, a value is that `length` later (p).

    `length` is the least there is.
    """

    start: int
    length: int


def values_needed(rules: Rules, period: Period) -> int:
    """Return how many values, from heap 0 on, prove a period.

    With k the most stones that a move takes, G(n + p) = G(n) holds for all n ≥ n0

    - where no move leaves two heaps, if it holds for n0 ≤ n < n0 + k,
    - where they may be equal, if it holds for n0 ≤ n < 2·n0 + p + k (Guy and Smith),
    - where they must differ, if it holds for n0 ≤ n < 2·n0 + 2·p + k: to b + p and b the shorter
      range has no answer, for it would be b and b.

    All for n0 ≥ 1, as no heap of a move's result is 0; for values that are periodic from 0 on, the
    range of n0 = 1 is asked for.
    """
    start, length = max(period.start, 1), period.length
    end = start + rules.longest
    if rules.to_two:
        end += start + (2 * length if rules.unequal else length)
    return end + length


class NotProvedError(Exception):
    """The values of heaps up to `limit` do not prove a period."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class PeriodicValues(Values):
    """The Grundy values under the rules: computed as far as needed, and then by their period.

    >>> from nim.taking.rules import octal
    >>> kayles = PeriodicValues(octal("0.77"))
    >>> kayles.prove(1000), kayles[10**18]
    (Period(start=71, length=12), 1)
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.period: Period | None = None

    def prove(self, limit: int) -> Period | None:
        """Return the period that the values of heaps up to `limit` prove, if they prove one."""
        # A proof looks at more heaps in a row than a move takes stones.
        look = min(max(_FIRST_LOOK, self.rules.longest + 1), limit)
        while self.period is None and look > self.rules.longest:
            tail = _Tail(self.words(look))
            self.period = tail.proved(self.rules)
            if look == limit:
                break
            promised = tail.promised(self.rules)
            del tail  # it is as large as the values
            look = min(look + look // 2, limit, max(promised, look + 1))
        return self.period

    def value(self, heap: int, limit: int) -> int:
        """Return the value of a heap of any size.

        NotProvedError if it is above the limit and no period is proved up to there.
        """
        if heap > limit and self.prove(limit) is None:
            raise NotProvedError(limit)
        return self[heap]

    def __getitem__(self, heap: int) -> int:
        if self.period is not None and heap >= self.period.start:
            heap = self.period.start + (heap - self.period.start) % self.period.length
        return super().__getitem__(heap)


class _Tail:
    """Values from the last one backwards, where a period shows: bytes, searched as C does."""

    def __init__(self, values: array[int] | memoryview) -> None:
        self._size = values.itemsize
        self._known = len(values)
        self._bytes = bytes(values[::-1])

    def proved(self, rules: Rules) -> Period | None:
        """Return the period that the values prove."""
        # 2·(values that agree) ≥ known + k is necessary, and with equal splits sufficient, too.
        agreeing = (self._known + rules.longest + 1) // 2 if rules.to_two else rules.longest
        while period := self._least(max(1, agreeing)):
            if values_needed(rules, period) <= self._known:
                return period
            agreeing = self._known - period.length - period.start + 1
        return None

    def promised(self, rules: Rules) -> int:
        """Return the heap up to which values will prove what the last quarter of these suggests."""
        period = self._least(max(1, self._known // 4))
        return values_needed(rules, period) - 1 if period else 2 * self._known

    def _least(self, agreeing: int) -> Period | None:
        """Return the least shift at which so many values at the end agree, and since when."""
        pattern = self._bytes[: agreeing * self._size]
        at = self._size
        while (at := self._bytes.find(pattern, at)) > 0 and at % self._size:
            at += 1
        if at < 0:
            return None
        length = at // self._size
        return Period(self._known - length - self._agreement(at), length)

    def _agreement(self, shift: int) -> int:
        """Return how many values at the end agree with those `shift` bytes earlier."""
        view = memoryview(self._bytes)
        same, step = 0, _CHUNK * self._size
        while step >= self._size:
            while shift + same + step <= len(view) and (
                view[same : same + step] == view[shift + same : shift + same + step]
            ):
                same += step
            step //= 2
        return same // self._size
