"""The check of a long certificate: each value against the definition. Needs Numba (extra ``fast``).

The check shares no code with the search for values. Parity limits the splits that may reach a
value: if two heaps of the common parity never make it, only splits with a rare heap remain; for
other values the check tries every split. To show that a heap reaches all lesser values, the check
tries splits, from the smallest part on, until it has found each value.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardjudge.series.compiled import compiled
from nim.taking.period import Period
from nim.taking.rules import Rules

Array = NDArray[Any]


class _Claim(NamedTuple):
    """The rules, the claimed values of heaps 0, 1, 2, …, and the parity of heaps."""

    none: Array
    one: Array
    two: Array
    unequal: bool
    values: Array
    odd: Array
    """The parity of the bits of each value under the mask."""
    placed: int
    """1 if the parity of the heap's size counts, else 0."""
    rare: Array
    """The heaps of the rarer parity, in ascending order."""


def first_wrong(rules: Rules, data: bytes | bytearray, period: Period, needed: int) -> int | None:
    """Return the first heap below `needed` whose value is not the mex of its options, or None."""
    given = np.frombuffer(data, "<u2")
    given = given.astype(np.uint8 if given.max() < 256 else np.uint16)
    values = np.empty(needed, given.dtype)
    values[: len(given)] = given[:needed]
    for begin in range(len(given), needed, period.length):
        end = min(begin + period.length, needed)
        values[begin:end] = given[period.start : period.start + end - begin]
    mask, placed, rare = _parity(values)
    odd = _odd(np.arange(1 << int(values.max()).bit_length()), mask)
    heaps = np.flatnonzero(odd[values] ^ (np.arange(needed) & placed) == rare)
    none, one, two = (np.array(sorted(some), np.int64) for some in rules[:3])
    claim = _Claim(none, one, two, rules.unequal, values, odd, placed, heaps[heaps > 0])
    wrong = _first_wrong(claim)
    return None if wrong < 0 else wrong


@compiled
def _first_wrong(claim: _Claim) -> int:
    seen = np.full(len(claim.odd), -1)
    for heap in range(len(claim.values)):
        _mark(heap, claim, seen)
        value = claim.values[heap]
        if seen[value] == heap or _makes(heap, value, claim) or _lacks(heap, value, claim, seen):
            return heap
    return -1


@compiled
def _mark(heap: int, claim: _Claim, seen: Array) -> None:
    """Mark the values that a heap reaches without a split or by a split with a rare heap."""
    values = claim.values
    for taken in claim.none:
        if taken == heap:
            seen[0] = heap
    for taken in claim.one:
        if taken < heap:
            seen[values[heap - taken]] = heap
    for taken in claim.two:
        total = heap - taken
        for part in claim.rare:
            if part >= total:
                break
            if not claim.unequal or 2 * part != total:
                seen[values[part] ^ values[total - part]] = heap


@compiled
def _makes(heap: int, value: int, claim: _Claim) -> bool:
    """Whether a split that parity does not exclude has the value."""
    found = False
    for taken in claim.two:
        total = heap - taken
        if not claim.odd[value] ^ (claim.placed & total):
            for part in range(1, (total + 2 - claim.unequal) // 2):
                found |= claim.values[part] ^ claim.values[total - part] == value
    return found


@compiled
def _lacks(heap: int, value: int, claim: _Claim, seen: Array) -> bool:
    """Whether the heap misses a lesser value."""
    lacking = 0
    for lesser in range(value):
        lacking += seen[lesser] != heap
    part = 1
    while lacking and 2 * part <= heap:
        for taken in claim.two:
            total = heap - taken
            if 2 * part + claim.unequal <= total:
                reached = claim.values[part] ^ claim.values[total - part]
                if reached < value and seen[reached] != heap:
                    seen[reached] = heap
                    lacking -= 1
        part += 1
    return lacking > 0


def _odd(values: Array, mask: int) -> Array:
    bits = values & mask
    for half in (8, 4, 2, 1):
        bits = bits ^ bits >> half
    return bits & 1


def _parity(values: Array) -> tuple[int, int, int]:
    """Return the mask, whether the parity of the size counts, and the rarer parity."""
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
