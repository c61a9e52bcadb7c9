"""Matches are fair."""

import json

from big2.play import Big2
from cardjudge.play.match import Match, play
from tests.big2.test_cases import big2


def test_equal_players_share_the_wins_of_a_deal_by_rotating_seats() -> None:
    """Four deterministic players of one kind: each sits once on every seat, so each wins once."""
    rows = play(Match(Big2, ("smallest",) * 4, 10, 1, {}))
    assert [row.share.value for row in rows] == [0.25] * 4
    assert len({row.score and row.score.value for row in rows}) == 1


def test_match_plays_whole_deals() -> None:
    arguments = "match --json - --games 1 --seed 9 --players greedy,greedy,smallest,random"
    result = json.loads(big2(*arguments.split()).stdout)
    assert (result["deals"], result["games"], result["seed"]) == (1, 4, 9)
    assert [row["player"] for row in result["players"]] == arguments.split()[-1].split(",")
