"""Claims, their measurements, and the rows that show both."""

import pytest

from bench.peers import middle, ratio
from cardjudge.series.estimate import Estimate


def test_a_ratio_is_taken_in_each_round() -> None:
    slow, fast = [2.0, 4, 8, 16, 32, 64], [1.0, 2, 4, 8, 16, 32]
    assert ratio(slow, fast) == Estimate(2.0, 2.0, 2.0)


@pytest.mark.parametrize(("samples", "cut"), [(6, 0), (8, 0), (9, 1), (12, 2), (25, 7)])
def test_the_interval_of_a_median_is_the_tightest_with_95_per_cent(samples: int, cut: int) -> None:
    # 1, 2 and 7 are the critical values of the sign test for 9, 12 and 25 samples in any table.
    assert middle(range(samples)) == Estimate((samples - 1) / 2, cut, samples - 1 - cut)


def test_five_samples_are_refused_as_too_few() -> None:
    with pytest.raises(ValueError, match="6 samples"):
        middle([1.0] * 5)
