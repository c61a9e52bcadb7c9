"""Matches and contests: fair, and as they were before the kit played them."""

import json
from math import isnan

import pytest

from big2.play import Big2
from cardjudge.play.match import Match, play
from tests.big2.test_cases import big2


def test_equal_players_share_the_wins_of_a_deal_by_rotating_seats() -> None:
    """Four deterministic players of one kind: each sits once on every seat, so each wins once."""
    rows = play(Match(Big2, ("smallest",) * 4, 10, 1, {}))
    assert [row.share.value for row in rows] == [0.25] * 4
    assert len({row.score and row.score.value for row in rows}) == 1


@pytest.mark.parametrize("games", [1, 4])
def test_match_prints_json(games: int) -> None:
    arguments = f"match --json - --games {games} --seed 9 --players greedy,greedy,smallest,random"
    result = json.loads(big2(*arguments.split()).stdout)
    assert result["schema"] == "cardjudge/big2-match/1"
    assert (result["deals"], result["games"], result["seed"]) == (1, 4, 9)
    assert [row["player"] for row in result["players"]] == arguments.split()[-1].split(",")
    for row in result["players"]:
        assert row["share"]["low"] <= row["share"]["value"] <= row["share"]["high"]
        assert not isnan(row["score"]["value"])


def test_the_budget_of_the_options_is_that_of_players_who_take_one() -> None:
    match = ["match", "--games", "1", "--players", "montecarlo,montecarlo:3,greedy,hard"]
    for option, budget in ("--playouts=2", "2"), ("--seconds=0", "0.0s"):
        rows = big2(*match, option).stdout.splitlines()[2:]
        names = [f"montecarlo:{budget}", "montecarlo:3", "greedy", f"montecarlo:{budget}"]
        assert [row.split()[1] for row in rows] == names
