"""The league: fair, with intervals that cover the truth."""

from random import Random

import pytest

from cardjudge.series.league import League, Leg, Played, legs, standings


def results(strengths: list[float], deals: int, seed: int) -> list[tuple[Leg, list[Played]]]:
    """Return a league whose entrants win in proportion to their strengths."""
    rng = Random(seed)

    def game(leg: Leg) -> Played:
        chance = strengths[leg.first] / (strengths[leg.first] + strengths[leg.second])
        return Played(float(rng.random() < chance))

    return [(leg, [game(leg) for _ in range(deals)]) for leg in legs(len(strengths))]


def test_the_standings_begin_with_the_best() -> None:
    table = standings(3, results([1, 10, 3], 400, 1))
    assert [row.entrant for row in table] == [1, 2, 0]
    # 10 of 11 games against the one, 10 of 13 against the other; each counts alike
    assert table[0].share.low < (10 / 11 + 10 / 13) / 2 < table[0].share.high
    assert sum(row.share.value for row in table) == pytest.approx(1.5)
    for row in table:
        assert 0 <= row.share.low < row.share.value < row.share.high <= 1


def test_a_winner_of_all_games_has_a_share_with_an_interval() -> None:
    played = [(Leg(0, 1), [Played(1.0)] * 3), (Leg(1, 0), [Played(0.0)] * 3)]
    rows = standings(2, played)
    league = League(["a", "b"], rows, 3, 7, dict(played))
    lines = league.table().splitlines()
    assert [row.share.value for row in rows] == [1.0, 0.0]
    assert lines[2].split() == ["1", "a", "100.0", "%", "[43.9,", "100.0]", "0"]
    assert lines[3].split() == ["2", "b", "0.0", "%", "[0.0,", "56.1]", "0"]
