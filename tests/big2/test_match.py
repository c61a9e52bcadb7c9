"""Matches: fair, reproducible, and summed up rightly."""

import json
from math import isclose

import pytest

from big2.patterns import BUILTIN
from big2.players import Budget
from big2.series import words
from big2.series.match import Match, Outcome, play, play_game, standings
from tests.big2.test_cases import big2

FOUR = ("random", "smallest", "greedy", "montecarlo")
MATCH = Match(FOUR, 12, 5, Budget(playouts=30), BUILTIN.names)


@pytest.mark.parametrize("workers", [2, 3])
def test_workers_change_nothing(workers: int) -> None:
    assert play(MATCH, workers) == play(MATCH)


def test_equal_players_share_the_wins_of_a_deal_by_rotating_seats() -> None:
    """Four deterministic players of one kind: each sits once on each seat, the winner's too."""
    match = Match(("smallest",) * 4, 40, 1, Budget(), BUILTIN.names)
    for deal in range(10):
        outcomes = [play_game(match, 4 * deal + rotation) for rotation in range(4)]
        assert sorted(outcome.winner for outcome in outcomes) == [0, 1, 2, 3]
        cards = [sorted(outcome.cards_left) for outcome in outcomes]
        assert cards == [cards[0]] * 4
    assert [row.wins for row in play(match)] == [10] * 4


def test_another_seed_is_another_match() -> None:
    assert play(MATCH) != play(Match(FOUR, 12, 6, Budget(playouts=30), BUILTIN.names))


def test_standings() -> None:
    outcomes = [Outcome(0, (0, 3, 5, 7)), Outcome(2, (4, 1, 0, 9)), Outcome(0, (0, 5, 1, 2))]
    table = standings(MATCH, iter(outcomes))
    assert [row.wins for row in table] == [2, 0, 1, 0]
    assert [row.player for row in table] == list(FOUR)
    assert isclose(table[0].share.value, 2 / 3)
    assert [row.cards_left.value for row in table] == [4 / 3, 3, 2, 6]
    text = words.standings(3, 5, table)
    assert text.splitlines()[0] == "3 局，種子 5；方括號是 95 % 信賴區間"
    assert text.splitlines()[2].startswith("1 random      2     66.7 % [20.8, 93.9]  1.33 [")


def test_json() -> None:
    arguments = "match --json --games 4 --seed 9 --players greedy,greedy,smallest,random"
    result = json.loads(big2(*arguments.split()).stdout)
    assert (result["games"], result["seed"]) == (4, 9)
    assert [row["player"] for row in result["players"]] == arguments.split()[-1].split(",")
    assert sum(row["wins"] for row in result["players"]) == 4
    for row in result["players"]:
        assert row["share"]["low"] <= row["share"]["value"] <= row["share"]["high"]
        assert row["cards_left"]["low"] <= row["cards_left"]["value"]
    one = json.loads(big2(*arguments.replace("4", "1").split()).stdout)
    assert one["players"][0]["cards_left"]["low"] is None
