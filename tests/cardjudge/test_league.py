"""The league: fair, with ratings and intervals that mean what they say."""

import math
from random import Random

import pytest

from cardjudge.series.league import Forfeit, Leg, Played, legs, ratings, standings


def results(strengths: list[float], deals: int, seed: int) -> list[tuple[Leg, list[Played]]]:
    """Return a league in which one wins against another as often as their strengths say."""
    rng = Random(seed)

    def game(leg: Leg) -> Played:
        chance = strengths[leg.first] / (strengths[leg.first] + strengths[leg.second])
        return Played(float(rng.random() < chance))

    return [(leg, [game(leg) for _ in range(deals)]) for leg in legs(len(strengths))]


def test_everyone_meets_everyone_from_both_sides() -> None:
    assert sorted(legs(3)) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]


def test_ratings_solve_the_likelihood_equations() -> None:
    """At the best ratings everyone is expected to win what it has won, with the drawn games."""
    points = [[0, 7, 9], [3, 0, 6], [1, 4, 0]]
    found = ratings(points)
    assert math.isclose(sum(found), 4500)
    strengths = [10 ** (rating / 400) for rating in found]
    scale = 10 ** (1500 / 400)
    for i in range(3):
        won = sum(points[i]) + 0.5
        expected = strengths[i] / (strengths[i] + scale) + sum(
            (points[i][j] + points[j][i]) * strengths[i] / (strengths[i] + strengths[j])
            for j in range(3)
            if j != i
        )
        assert won == pytest.approx(expected, rel=0.05)


def test_who_always_wins_is_as_much_better_as_the_drawn_games_allow() -> None:
    """Of 1000 games and one against the average player the better is expected to lose the half."""
    better, worse = ratings([[0, 1000], [0, 0]])
    strength = 10 ** ((better - 1500) / 400)
    assert better - 1500 == pytest.approx(1500 - worse)
    assert 1 / (strength + 1) + 1000 / (strength**2 + 1) == pytest.approx(0.5, rel=1e-4)


def test_the_best_are_first_and_four_hundred_points_are_ten_to_one() -> None:
    table = standings(3, results([1, 10, 3], 400, 1))
    assert [row.entrant for row in table] == [1, 2, 0]
    gap = table[0].rating.value - table[2].rating.value
    assert 330 < gap < 470
    for row in table:
        assert row.rating.low <= row.rating.value <= row.rating.high
        assert 0 <= row.share.low <= row.share.value <= row.share.high <= 1


@pytest.mark.slow
def test_intervals_hold_what_they_promise() -> None:
    """Two equal players: 1500 is in about 95 % of the intervals of their ratings."""
    inside = 0
    for seed in range(40):
        (row, _) = standings(2, results([1, 1], 30, seed))
        inside += row.rating.low <= 1500 <= row.rating.high
    assert 33 <= inside <= 40


def test_one_deal_tells_no_interval_and_forfeits_are_listed() -> None:
    forfeit = Forfeit(1, 0, "逾時", "bye")
    played = [(Leg(0, 1), [Played(1.0, forfeit)]), (Leg(1, 0), [Played(0.5)])]
    first, second = standings(2, played)
    assert math.isnan(first.rating.low)
    assert (first.entrant, first.share.value) == (0, 0.75)
    assert (first.forfeits, second.forfeits) == ((), (forfeit,))


def test_deals_that_all_end_alike_tell_no_more_of_a_rating_than_one() -> None:
    played = [(Leg(0, 1), [Played(1.0)] * 3), (Leg(1, 0), [Played(0.0)] * 3)]
    first, second = standings(2, played)
    assert (first.share.value, second.share.value) == (1.0, 0.0)
    assert first.rating.value > 1500 > second.rating.value
    assert all(math.isnan(end) for row in (first, second) for end in row.rating[1:])
