"""Taking and breaking: games on heaps whose move takes some stones and may split what is left.

The Grundy value of a heap is the mex over all it may become, where two heaps count with their
nim-sum. The values come bottom-up. What is slow is the splits of a large heap, so their nim-sums
are made all at once, in long numbers, and searched for 0, 1, 2, … in turn.
"""

from __future__ import annotations

from collections import namedtuple

from nim.kernels import kernels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LARGE = 20_000
"""From what heap on it pays to load the compiled kernels."""


class Rules(namedtuple("Rules", ("to_none", "to_one", "to_two", "unequal"), defaults=(False,))):
    """How many stones may be taken: all of a heap, leaving one heap, or leaving two heaps.

    With `unequal` the two heaps must differ. Taking 0 means to split only.
    """

    __slots__ = ()
    to_none: frozenset[int]
    to_one: frozenset[int]
    to_two: frozenset[int]
    unequal: bool

    @property
    def longest(self) -> int:
        """The most stones that can be taken in a move."""
        return max(self.to_none | self.to_one | self.to_two, default=0)

    def moves(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield what a heap may become: no heap, one, or two in ascending order.

        By the number of heaps left, then ascending.
        """
        if heap in self.to_none:
            yield ()
        for taken in sorted(self.to_one, reverse=True):
            if taken < heap:
                yield (heap - taken,)
        pairs = (self._pairs(heap - taken) for taken in self.to_two)
        yield from sorted(pair for some in pairs for pair in some)

    def _pairs(self, total: int) -> Iterator[tuple[int, int]]:
        return ((lesser, total - lesser) for lesser in range(1, self.pairs_below(total)))

    def pairs_below(self, total: int) -> int:
        """Return the first number that is no lesser heap of two with `total` stones."""
        return max(1, (total + 1) // 2 if self.unequal else total // 2 + 1)


def subtraction(taken: frozenset[int]) -> Rules:
    """Return the subtraction game: a move takes as many stones as one of the set says."""
    return Rules(taken, taken, frozenset())


GRUNDYS_GAME = Rules(frozenset(), frozenset(), frozenset([0]), unequal=True)
"""Grundy's game: a move splits a heap into two of different sizes. Its period is unknown."""


class Values:
    """The Grundy values of heaps 0, 1, 2, … under the rules, as far as they have been asked for.

    >>> Values(GRUNDYS_GAME).up_to(10)
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0]
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._values: list[int] = [0]
        self._lanes = _Lanes(self._values)

    def __getitem__(self, heap: int) -> int:
        self._reach(heap)
        return self._values[heap]

    def up_to(self, heap: int) -> list[int]:
        """Return the values of the heaps from 0 to `heap`."""
        self._reach(heap)
        return self._values[: heap + 1]

    def _reach(self, heap: int) -> None:
        if heap < len(self._values):
            return
        if heap >= _LARGE and self.rules.to_two and (fast := kernels()):
            compiled = fast.taking_values(self.rules, heap)
            if compiled is not None:
                self._values[:] = compiled
                return
        self._extend(heap)

    def _extend(self, heap: int) -> None:
        for n in range(len(self._values), heap + 1):
            whole = self._without_splits(n)
            value = 0
            if self.rules.to_two:
                # Characters are integers too, and a search for one is faster than anything else.
                reached = "".join(map(chr, whole)) + self._splits(n)
                while chr(value) in reached:
                    value += 1
            else:
                while value in whole:
                    value += 1
            self._values.append(value)

    def _without_splits(self, n: int) -> set[int]:
        """Return the values of no heap and of the single heaps that heap n may become."""
        values, rules = self._values, self.rules
        reached = {values[n - taken] for taken in rules.to_one if taken < n}
        if n in rules.to_none:
            reached.add(0)
        return reached

    def _splits(self, n: int) -> str:
        """Return the nim-sums of the pairs that heap n may become, as characters."""
        self._lanes.catch_up()
        totals = [n - taken for taken in self.rules.to_two if taken < n]
        return "".join([self._lanes.nim_sums(t, self.rules.pairs_below(t) - 1) for t in totals])


class _Lanes:
    """The values of heaps 1, 2, … side by side in a long number, and of the lesser ones backwards.

    Shifted against each other, one number has heap t - i where the other has heap i; so a single
    operation makes all the nim-sums. A lane is wide enough for the greatest value.
    """

    _WIDTHS = ((8, 8, "latin-1"), (15, 16, "utf-16-le"), (20, 32, "utf-32-le"))
    """The bits of a value, the bits of a lane for it, and how to read lanes as characters.

    With 15 bits nothing looks like a surrogate, and more than 20 would take a heap of a million.
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
        """Take in the values that are new."""
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
