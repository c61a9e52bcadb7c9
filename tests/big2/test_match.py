"""Matches: fair, reproducible, and summed up rightly."""

import json
from math import isclose, isnan

import pytest

from big2.patterns import BUILTIN
from big2.players import Budget
from big2.series.match import Match, Outcome, play, play_game, standings, table
from tests.big2.test_cases import big2

FOUR = ("random", "smallest", "greedy", "montecarlo")
MATCH = Match(FOUR, 3, 5, Budget(playouts=30), BUILTIN.names)


@pytest.mark.slow
def test_the_number_of_workers_changes_no_result() -> None:
    assert play(MATCH, "2") == play(MATCH)


def test_equal_players_share_the_wins_of_a_deal_by_rotating_seats() -> None:
    """Four deterministic players of one kind: each sits once on every seat, so each wins once."""
    match = Match(("smallest",) * 4, 10, 1, Budget(), BUILTIN.names)
    for deal in range(10):
        outcomes = [play_game(match, 4 * deal + rotation) for rotation in range(4)]
        assert sorted(outcome.winner for outcome in outcomes) == [0, 1, 2, 3]
        cards = [sorted(outcome.cards_left) for outcome in outcomes]
        assert cards == [cards[0]] * 4
    assert [row.wins for row in play(match)] == [10] * 4


@pytest.mark.slow
def test_another_seed_gives_another_match() -> None:
    assert play(MATCH) != play(Match(FOUR, 3, 6, Budget(playouts=30), BUILTIN.names))


def test_the_games_on_one_deal_are_one_cluster() -> None:
    """If one player wins all four games on a deal, they tell as much as one game does."""
    one = [Outcome(0, (0, 3, 5, 7))] * 4
    other = [Outcome(2, (4, 1, 0, 9))] * 4
    rows = standings(MATCH, [*one, *other, *one])
    assert [row.wins for row in rows] == [8, 0, 4, 0]
    assert [row.player for row in rows] == list(FOUR)
    assert isclose(rows[0].share.value, 2 / 3)
    assert rows[0].share.low < 0.2
    assert 0 <= rows[1].share.low <= rows[1].share.high <= 1
    assert [row.cards_left.value for row in rows] == [4 / 3, 7 / 3, 10 / 3, 23 / 3]
    assert all(0 <= row.cards_left.low <= row.cards_left.high <= 13 for row in rows)
    text = table(MATCH, rows)
    told = "3 副牌，12 局，種子 5；方括號是以一副牌為單位的 95 % 信賴區間"
    assert text.splitlines()[0] == told
    assert text.splitlines()[2].startswith("1 random      8     66.7 % [")


@pytest.mark.parametrize("games", [1, 4])
def test_match_prints_json(games: int) -> None:
    arguments = f"match --json - --games {games} --seed 9 --players greedy,greedy,smallest,random"
    result = json.loads(big2(*arguments.split()).stdout)
    assert result["schema"] == "cardjudge/big2-match/1"
    assert (result["deals"], result["games"], result["seed"]) == (1, 4, 9)
    assert [row["player"] for row in result["players"]] == arguments.split()[-1].split(",")
    assert sum(row["wins"] for row in result["players"]) == 4
    for row in result["players"]:
        assert row["share"]["low"] <= row["share"]["value"] <= row["share"]["high"]
        assert not isnan(row["cards_left"]["value"])
