"""Estimates from random games, with their 95 % confidence intervals."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_Z = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""


_SERIES = (
    _Z,
    (_Z**3 + _Z) / 4,
    (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96,
    (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384,
    (79 * _Z**9 + 776 * _Z**7 + 1482 * _Z**5 - 1920 * _Z**3 - 945 * _Z) / 92160,
)


class Estimate(NamedTuple):
    """A value estimated from a sample, between the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def percent(self, digits: int = 2) -> str:
        """Return a share in per cent; a small one with two significant digits, an exact one alone.

        >>> share(731, 1000).percent(), share(3, 1_000_000).percent()
        ('73.10 % [70.27, 75.76]', '0.00030 % [0.00010, 0.00088]')
        """
        known = 100 * (self.value or self.high)
        if 0 < known < 10**-digits:
            digits = 1 - math.floor(math.log10(known))
        value, low, high = (_shown(100 * part, digits) for part in self)
        return f"{value} %" if self.low == self.high else f"{value} % [{low}, {high}]"

    def plain(self, digits: int = 2) -> str:
        """Return a mean as text; an unknown value is a dash.

        >>> mean([5, 6, 7]).plain(), mean([5]).plain()
        ('6.00 [3.53, 8.47]', '5.00 [–, –]')
        """
        value, low, high = (_shown(part, digits) for part in self)
        return f"{value} [{low}, {high}]"


def _shown(part: float, digits: int) -> str:
    return "–" if math.isnan(part) else f"{part:.{digits}f}"


def share(successes: float, trials: float) -> Estimate:
    """Estimate a probability by Wilson's score interval, which holds near 0 and 1 too.

    `successes` may be fractional where a tie shares the success. Without trials nothing is known:
    the interval is all of [0, 1] and the value is not a number.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    J. Amer. Statist. Assoc. 22 (1927).
    """
    return _wilson(successes / trials, trials, _Z) if trials else Estimate(math.nan, 0.0, 1.0)


def share_of_clusters(shares: Sequence[float], size: int) -> Estimate:
    """Estimate a probability from the shares of successes in independent clusters of `size` trials.

    The games on one deal, its seats rotated, are such a cluster. The interval is Wilson's for as
    many trials as would vary as the clusters do, but never for more than there were; Student's
    quantile allows for few clusters.
    """
    count = len(shares)
    if count == 0:
        return Estimate(math.nan, 0.0, 1.0)
    p = math.fsum(shares) / count
    squares = math.fsum((share - p) ** 2 for share in shares)
    if count == 1 or squares == 0:
        return share(p * count, count)
    trials = p * (1 - p) * count * (count - 1) / squares
    return _wilson(p, min(trials, count * size), _student(count - 1))


def by_cluster(values: Sequence[float], size: int) -> list[float]:
    """Return the means of consecutive groups of `size` values."""
    return [sum(values[start : start + size]) / size for start in range(0, len(values), size)]


def mean(samples: Iterable[float], least: float = -math.inf, most: float = math.inf) -> Estimate:
    """Estimate the mean of values between `least` and `most`; the interval stays within them.

    With one sample the interval is unknown; with none, the value is unknown too.
    """
    values = list(samples)
    n = len(values)
    centre = math.fsum(values) / n if n else math.nan
    return _normal(centre, math.fsum((value - centre) ** 2 for value in values), n, least, most)


def mean_by_sums(count: int, total: int, squares: int, least: float = -math.inf) -> Estimate:
    """Estimate a mean as `mean` does, from the sums of whole samples and of their squares."""
    if count == 0:
        return mean((), least)
    return _normal(total / count, (squares * count - total * total) / count, count, least)


def _wilson(p: float, trials: float, quantile: float) -> Estimate:
    spread = quantile * quantile / trials
    centre = p + spread / 2
    radius = math.sqrt(spread * p * (1 - p) + spread * spread / 4)
    low, high = (centre - radius) / (1 + spread), (centre + radius) / (1 + spread)
    return Estimate(p, max(0.0, low), min(1.0, high))


def _normal(
    centre: float, squares: float, count: int, least: float = -math.inf, most: float = math.inf
) -> Estimate:
    if count < 2:
        ends = (end if math.isfinite(end) else math.nan for end in (least, most))
        return Estimate(centre, *ends)
    radius = _student(count - 1) * math.sqrt(squares / (count - 1) / count)
    return Estimate(centre, max(least, centre - radius), min(most, centre + radius))


def _student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's distribution.

    Source: R. A. Fisher and E. A. Cornish, "The percentile points of distributions having known
    cumulants", Technometrics 2 (1960); their series is good to 1 % from two degrees on.
    """
    if freedom == 1:
        return 12.706204736
    return math.fsum(part / freedom**power for power, part in enumerate(_SERIES))
