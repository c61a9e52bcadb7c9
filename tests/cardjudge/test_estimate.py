"""Confidence intervals against the exact binomial and known values."""

import math
from random import Random

import pytest

from cardjudge.series.estimate import mean, share, share_of_clusters


@pytest.mark.parametrize("probability", [0.02, 0.25, 0.5, 0.95])
def test_the_interval_of_a_share_covers_the_truth_in_about_95_percent(probability: float) -> None:
    trials = 200
    covered = sum(
        math.comb(trials, k) * probability**k * (1 - probability) ** (trials - k)
        for k in range(trials + 1)
        if share(k, trials).low <= probability <= share(k, trials).high
    )
    assert 0.92 < covered < 0.98


def test_a_mean_has_students_t_interval() -> None:
    assert mean([1, 2, 3, 4, 5]) == pytest.approx((3, 3 - 1.96324, 3 + 1.96324), abs=1e-3)
    assert math.isnan(mean([7]).low)
    assert math.isnan(mean([]).value)


@pytest.mark.parametrize("deals", [0, 1, 2, 5, 25])
@pytest.mark.parametrize("together", [0.0, 0.5, 1.0])
def test_the_interval_of_clusters_covers_the_truth(deals: int, together: float) -> None:
    """Each deal is played four times; with some probability all four end as the first does."""
    random = Random(f"{deals}/{together}")
    covered = 0
    for _ in range(1000):
        shares = []
        for _ in range(deals):
            wins = [random.random() < 0.3 for _ in range(4)]
            shares.append(float(wins[0]) if random.random() < together else sum(wins) / 4)
        estimate = share_of_clusters(shares, 4)
        assert 0 <= estimate.low <= estimate.high <= 1
        covered += estimate.low <= 0.3 <= estimate.high
    assert covered >= (930 if deals > 2 else 900)


def test_unequal_clusters_count_as_the_trials_that_vary_as_much() -> None:
    """Wilson's interval for 2.69 trials, with Student's quantile for three samples, 4.303."""
    assert share_of_clusters([0, 0.25, 1], 4) == pytest.approx((5 / 12, 0.0231, 0.9558), abs=1e-3)
