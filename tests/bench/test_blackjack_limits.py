"""How a round ends, and how good a player who does not count can be."""

import pytest

from bench.blackjack_limits import without_counting
from bench.blackjack_outcomes import outcomes
from blackjack_judge.odds.hands import INFINITE
from blackjack_judge.odds.values import solve


def test_the_results_of_a_round_have_the_known_moments() -> None:
    odds = solve(INFINITE)
    results = outcomes()
    assert sum(results.values()) == pytest.approx(1)
    mean = sum(result * chance for result, chance in results.items())
    square = sum(result**2 * chance for result, chance in results.items())
    assert mean == pytest.approx(odds.expectation, abs=1e-12)
    assert square - mean**2 == pytest.approx(odds.variance, abs=1e-12)


def test_without_doubling_and_splitting_a_round_loses_far_more() -> None:
    results = outcomes(free=False)
    assert set(results) == {-1.0, 0.0, 1.0, 1.5}
    assert -0.026 < sum(result * chance for result, chance in results.items()) < -0.025


def test_half_bold_play_is_the_best_without_counting() -> None:
    value, bets = without_counting(units=130, rounds=100)
    start = 100
    assert bets[start] == 15
    assert 0.759 < value[start] < 0.7627
    assert all(value[money] <= money / 130 + 1e-9 for money in range(131))
    assert all(value[money] <= value[money + 1] for money in range(130))
