"""Confidence intervals against the exact binomial and known values."""

import math

import pytest

from cardjudge.series.estimate import mean, mean_by_sums, share


@pytest.mark.parametrize("probability", [0.02, 0.25, 0.5, 0.95])
def test_the_interval_of_a_share_covers_the_truth_in_about_95_percent(probability: float) -> None:
    trials = 200
    covered = sum(
        math.comb(trials, k) * probability**k * (1 - probability) ** (trials - k)
        for k in range(trials + 1)
        if share(k, trials).low <= probability <= share(k, trials).high
    )
    assert 0.92 < covered < 0.98


def test_a_share_stays_between_0_and_1() -> None:
    assert share(0, 10).low == pytest.approx(0)
    assert share(10, 10).high == pytest.approx(1)
    assert (share(0, 0).low, share(0, 0).high) == (0, 1)


def test_a_mean() -> None:
    assert mean([1, 2, 3, 4, 5]) == pytest.approx((3, 3 - 1.38590, 3 + 1.38590), abs=1e-4)
    assert math.isnan(mean([7]).low)
    assert math.isnan(mean([]).value)


@pytest.mark.parametrize("samples", [[], [7], [3, 3], [1, 2, 3, 4, 5], [10**6, 10**6 + 1, 10**9]])
def test_a_mean_by_sums_is_the_mean(samples: list[int]) -> None:
    by_sums = mean_by_sums(len(samples), sum(samples), sum(x * x for x in samples))
    assert by_sums == pytest.approx(mean(samples), nan_ok=True)
