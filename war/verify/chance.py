"""Bounds for random tests: how far the counts of a correct program may deviate.

A random test fails a program only if a correct program would fail in fewer than one of a million
runs.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import comb, log, sqrt

RARELY = 1_000_000
DEVIATE = 4.9
"""A standard normal variable exceeds this less often than once in `RARELY`."""
SUSPICIOUS = 8
"""Number of suspicious decks in a million; a correct program has 0.9 on average and exceeds this
less than once in `RARELY` (Poisson)."""


def binomial(coins: int) -> list[float]:
    """Return the probabilities of 0, 1, … heads of `coins` fair coins."""
    return [comb(coins, heads) / 2**coins for heads in range(coins + 1)]


def sup_norm(counts: Sequence[int], probabilities: Sequence[float]) -> float:
    """Return the greatest difference between a frequency and its probability."""
    calls = sum(counts)
    return max(abs(n / calls - p) for n, p in zip(counts, probabilities, strict=True))


def shift(counts: Sequence[int], probabilities: Sequence[float]) -> float:
    """Return the Kolmogorov-Smirnov distance between frequencies and probabilities."""
    calls = sum(counts)
    differences = (n / calls - p for n, p in zip(counts, probabilities, strict=True))
    return max(map(abs, accumulate(differences)))


def furthest_shift(calls: int) -> float:
    """Return a `shift` that a correct program exceeds less than once in `RARELY`.

    Source: P. Massart, "The tight constant in the Dvoretzky-Kiefer-Wolfowitz inequality", Ann.
    Probab. 18 (1990).
    """
    return sqrt(log(2 * RARELY) / (2 * calls))


def unevenness(counts: Sequence[int]) -> float:
    """Return Pearson's chi-squared statistic of even classes as a standard normal deviate.

    Source: E. B. Wilson and M. M. Hilferty, "The distribution of chi-square", Proc. Natl. Acad.
    Sci. 17 (1931).
    """
    expected, degrees = sum(counts) / len(counts), len(counts) - 1
    squared = sum((count - expected) ** 2 / expected for count in counts)
    spread = 2 / (9 * degrees)
    return float(((squared / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread))
