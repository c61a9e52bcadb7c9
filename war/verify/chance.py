"""Bounds for random tests: how far the counts of a correct program may deviate.

A random test fails a program only if a correct program would fail in fewer than one of `RARELY`
runs. Bernstein's inequality bounds the deviation of shares, an exact sum bounds rare events, and
the Wilson-Hilferty deviate bounds counts in classes.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, erfc, exp, log, prod, sqrt

RARELY = 1_000_000
DEVIATE = 4.9
"""A standard normal variable exceeds this less often than once in `RARELY`."""


def binomial(coins: int) -> list[float]:
    """Return the probabilities of 0, 1, … heads of `coins` fair coins."""
    return [comb(coins, heads) / 2**coins for heads in range(coins + 1)]


def sup_norm(counts: Sequence[int], probabilities: Sequence[float]) -> float:
    """Return the greatest difference between a frequency and its probability."""
    calls = sum(counts)
    return max(abs(n / calls - p) for n, p in zip(counts, probabilities, strict=True))


def sup_norm_exceeds(bound: float, calls: int, probabilities: Sequence[float]) -> float:
    """Return the approximate probability that the sup norm of a correct program exceeds a bound.

    The approximation treats the frequencies as independent and normal.
    """
    inside = (1 - erfc(bound / sqrt(2 * p * (1 - p) / calls)) for p in probabilities if 0 < p < 1)
    return 1 - prod(inside)


def furthest(calls: int, probabilities: Sequence[float]) -> float:
    """Return a sup norm that a correct program exceeds less than once in `RARELY`.

    Source: S. N. Bernstein's inequality; see S. Boucheron, G. Lugosi, P. Massart, "Concentration
    Inequalities" (2013), section 2.8.
    """

    def passed(distance: float) -> float:
        return sum(
            2 * exp(-calls * distance**2 / (2 * p * (1 - p) + 2 * distance / 3))
            for p in probabilities
        )

    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if passed(middle) * RARELY > 1 else (low, middle)
    return high


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


def poisson_exceeds(most: int, mean: float) -> float:
    """Return the probability of more than `most` rare events if `mean` are expected.

    >>> round(poisson_exceeds(0, 0.1), 4)
    0.0952
    """
    term = chance = exp(-mean)
    for k in range(1, most + 1):
        term *= mean / k
        chance += term
    return max(0.0, 1 - chance)


def most_rare(mean: float) -> int:
    """Return a number of rare events that a correct program exceeds less than once in `RARELY`."""
    most = 0
    while poisson_exceeds(most, mean) * RARELY > 1:
        most += 1
    return most


def goodness_of_fit(found: Sequence[int], probabilities: Iterable[Fraction]) -> float:
    """Return Pearson's chi-squared statistic of counts as a standard normal deviate.

    Neighbouring classes are merged until each expects at least five.

    Source: E. B. Wilson and M. M. Hilferty, "The distribution of chi-square", Proc. Natl. Acad.
    Sci. 17 (1931).
    """
    calls, joined = sum(found), [[0.0, 0.0]]
    for count, probability in zip(found, probabilities, strict=True):
        if joined[-1][1] >= 5:
            joined.append([0.0, 0.0])
        joined[-1][0] += count
        joined[-1][1] += float(calls * probability)
    if joined[-1][1] < 5:
        last = joined.pop()
        joined[-1] = [one + two for one, two in zip(joined[-1], last, strict=True)]
    squared = sum((count - expected) ** 2 / expected for count, expected in joined)
    spread = 2 / (9 * (len(joined) - 1))
    return float(((squared / (len(joined) - 1)) ** (1 / 3) - (1 - spread)) / sqrt(spread))
