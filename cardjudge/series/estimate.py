"""Estimates from random games, with their 95 % confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

_Z = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""


class Estimate(NamedTuple):
    """A value estimated from a sample, between the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def percent(self, digits: int = 2) -> str:
        """Write a share in per cent.

        >>> share(731, 1000).percent()
        '73.10 % [70.27, 75.76]'
        """
        value, low, high = (f"{100 * part:.{digits}f}" for part in self)
        return f"{value} % [{low}, {high}]"

    def plain(self, digits: int = 2) -> str:
        """Write a mean; what is not known is a dash.

        >>> mean([5, 6, 7]).plain(), mean([5]).plain()
        ('6.00 [4.87, 7.13]', '5.00 [–, –]')
        """
        value, low, high = ("–" if math.isnan(part) else f"{part:.{digits}f}" for part in self)
        return f"{value} [{low}, {high}]"

    def known(self) -> dict[str, float | None]:
        """Return the parts by their names, as JSON has them: None for what is not known."""
        return {name: None if math.isnan(part) else part for name, part in self._asdict().items()}


def share(successes: float, trials: int) -> Estimate:
    """Estimate a probability by Wilson's score interval, which holds near 0 and 1 too.

    `successes` may be fractional where a tie shares the success. Without trials nothing is known:
    the interval is all of [0, 1] and the value is not a number.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    J. Amer. Statist. Assoc. 22 (1927).
    """
    if trials == 0:
        return Estimate(math.nan, 0.0, 1.0)
    p = successes / trials
    spread = _Z * _Z / trials
    centre = p + spread / 2
    radius = math.sqrt(spread * p * (1 - p) + spread * spread / 4)
    return Estimate(
        p, max(0.0, (centre - radius) / (1 + spread)), min(1.0, (centre + radius) / (1 + spread))
    )


def mean(samples: Iterable[float]) -> Estimate:
    """Estimate a mean by the normal approximation; not numbers for fewer than two samples."""
    values = list(samples)
    n = len(values)
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan)
    centre = math.fsum(values) / n
    if n == 1:
        return Estimate(centre, math.nan, math.nan)
    variance = math.fsum((value - centre) ** 2 for value in values) / (n - 1)
    radius = _Z * math.sqrt(variance / n)
    return Estimate(centre, centre - radius, centre + radius)


def mean_by_sums(count: int, total: int, squares: int) -> Estimate:
    """Estimate a mean as `mean` does, from the sums of whole samples and of their squares."""
    if count == 0:
        return Estimate(math.nan, math.nan, math.nan)
    centre = total / count
    if count == 1:
        return Estimate(centre, math.nan, math.nan)
    variance = (squares * count - total * total) / (count * (count - 1))
    radius = _Z * math.sqrt(variance / count)
    return Estimate(centre, centre - radius, centre + radius)
