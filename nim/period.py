"""Periods of Grundy values that are proved, and the value of any heap once they are."""

from __future__ import annotations

from collections import namedtuple

from nim.taking import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from nim.taking import Rules

_FIRST_LOOK = 64


class Period(namedtuple("Period", ("start", "length"))):
    """From heap `start` (n0) on, and not from an earlier one, a value is that `length` later (p).

    `length` is the least there is.
    """

    __slots__ = ()
    start: int
    length: int


class NotProvedError(Exception):
    """The values of heaps up to `limit` do not prove a period."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class PeriodicValues:
    """The Grundy values under the rules: computed as far as needed, and then by their period.

    >>> from nim.octal import parse
    >>> kayles = PeriodicValues(parse("0.77"))
    >>> kayles.prove(1000), kayles[10**18]
    (Period(start=71, length=12), 1)
    """

    def __init__(self, rules: Rules) -> None:
        self._values = Values(rules)
        self.rules = rules
        self.period: Period | None = None

    def prove(self, limit: int) -> Period | None:
        """Return the period that the values of heaps up to `limit` prove, if they prove one."""
        # A proof looks at more heaps in a row than a move takes stones.
        look = min(max(_FIRST_LOOK, self.rules.longest + 1), limit)
        while self.period is None and look > self.rules.longest:
            self.period = proved_period(self._values.up_to(look), self.rules)
            if look == limit:
                break
            look = min(look + look // 2, limit)
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
        return self._values[heap]

    def up_to(self, heap: int) -> list[int]:
        """Return the values of the heaps from 0 to `heap`."""
        return self._values.up_to(heap)


def proved_period(values: Sequence[int], rules: Rules) -> Period | None:
    """Return the period that these values of heaps 0, 1, 2, … prove, or None.

    With k the most stones that a move takes, G(n + p) = G(n) holds for all n ≥ n0

    - where no move leaves two heaps, if it holds for n0 ≤ n < n0 + k, and
    - in general, if it holds for n0 ≤ n < 2·n0 + p + k (Guy and Smith).

    Both for n0 ≥ 1, as no heap of a move's result is 0; for values that are periodic from 0 on, the
    range of n0 = 1 is asked for.
    """
    known = len(values)
    agreeing = _agreement(values)
    for length in range(1, known):
        start = known - length - agreeing[length]
        end = max(start, 1) + rules.longest
        if rules.to_two:
            end += max(start, 1) + length
        if end + length <= known:
            return Period(start, length)
    return None


def _agreement(values: Sequence[int]) -> list[int]:
    """Return for each shift how many values at the end agree with those `shift` earlier.

    These are the lengths of the common prefixes of the reversed sequence and its suffixes (the Z
    algorithm, linear in time).
    """
    backwards = values[::-1]
    known = len(backwards)
    agree = [known] + [0] * (known - 1)
    left = right = 0
    for shift in range(1, known):
        same = min(right - shift, agree[shift - left]) if shift < right else 0
        while shift + same < known and backwards[same] == backwards[shift + same]:
            same += 1
        agree[shift] = same
        if shift + same > right:
            left, right = shift, shift + same
    return agree
