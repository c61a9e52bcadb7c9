"""The computers, the search under them, and matches."""

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardjudge.play.match import Match, Standing
from cardjudge.play.match import play as play_match
from docs.research.take6_pool import played
from take6.cards import CARDS
from take6.game import NORMAL, Game, Position, Rule
from take6.play.game import Take6
from take6.players import BUDGETS, LEVELS, player
from take6.players.base import Budget, View, shuffled
from take6.players.simple import Careful, RandomGreedy

ROOT = Path(__file__).parents[2]
QUICK = {level: f"{level}:40" if level in BUDGETS else level for level in LEVELS}


def match(levels: Sequence[str], deals: int, seed: int, rule: Rule = NORMAL) -> list[Standing]:
    given = {"seats": len(levels), "mad": rule.threshold, "ranking": rule.ranking}
    return play_match(Match(Take6, tuple(levels), deals, seed, given))


def a_view(
    rows: Sequence[tuple[int, ...]],
    hand: tuple[int, ...],
    heads: tuple[int, ...] = (0, 0),
    rule: Rule = NORMAL,
    history: tuple[tuple[int, ...], ...] = (),
) -> View:
    position = Position(tuple(rows), heads)
    return View(0, rule, tuple(rows), hand, heads, history, (position,) * (len(history) + 1))


def test_level_1_takes_the_row_with_most_heads_and_level_3_with_fewest() -> None:
    view = a_view([(12,), (55,), (20,), (99, 100)], (1, 2))
    assert RandomGreedy().choose(view, 1, Random(1)) == 3
    assert Careful().choose(view, 1, Random(1)) == 0


def test_level_3_plays_the_last_dealt_card_that_is_safe() -> None:
    rows = [(10, 11, 12, 13, 14), (50,), (60,), (70,)]
    assert Careful().pick(a_view(rows, (61, 51, 20, 5)), Random(1)) == 51
    assert Careful().pick(a_view(rows, (51, 61, 20, 5)), Random(1)) == 61
    # None is safe: 20 would be a sixth card, 5 is lower than every row.
    assert Careful().pick(a_view(rows, (5, 20)), Random(1)) == 20
    assert Careful().pick(a_view(rows, (20, 5)), Random(1)) == 5


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("players", "rule"), [(2, Rule(20)), (10, Rule(20, "index"))])
def test_every_level_plays_legal_and_reproducible_games(
    level: str, rule: Rule, players: int
) -> None:
    computers = [player(QUICK[level]) for _ in range(players)]
    game = played(computers, "seed", rule)
    assert len(game.heads) == players
    assert played(computers, "seed", rule).moves == game.moves


@pytest.mark.parametrize(
    ("rule", "alike"), [(NORMAL, False), (Rule(None, "index"), False), (Rule(20), True)]
)
def test_level_6_plays_like_level_5_only_under_the_mad_cow_rule(rule: Rule, alike: bool) -> None:
    games = [played([player(f"{level}:100")] * 4, "seed", rule) for level in (5, 6)]
    assert (games[0].moves == games[1].moves) is alike


def exact(view: View, card: int, others: int) -> float:
    """Return the mean heads after the last round of two players, over all cards of the other."""
    total = 0
    for other in view.unseen:
        game = Game(list(CARDS), 2)
        game.rows = list(view.rows)
        game.hands = [(card,), (other,)]
        game.heads = list(view.heads)
        game.play([card, other])
        if game.undercut is not None:
            # Play-outs take the cheapest row.
            prices = a_view(game.rows, ()).row_heads
            game.take(prices.index(min(prices)))
        total += game.heads[0]
    return total / len(view.unseen)


def searched(view: View, budget: Budget, learned: bool = True) -> Any:
    """Return the options that a search finds; without learned beliefs it halves none."""
    from take6.players.beliefs import fixed  # with Numba, which takes half a second
    from take6.players.playout import LEARNED, UNIFORM
    from take6.players.search import search

    beliefs = fixed(view, LEARNED if learned else UNIFORM)
    return search(view, beliefs, budget, Random(1), halving=learned)


def test_a_search_of_the_last_round_finds_the_exact_mean() -> None:
    rows = [(10, 11, 12, 13, 14), (50, 55), (60,), (70,)]
    for card in (5, 15, 51, 75):
        view = a_view(rows, (card,), (3, 4))
        (option,) = searched(view, Budget(40_000), learned=False)
        assert option.heads == pytest.approx(exact(view, card, 1), abs=0.1)


def test_a_search_knows_the_rule_in_force() -> None:
    """A row of 15 heads is poison under the normal rule and wins under the mad-cow rule."""
    rows = [(11, 22, 33, 34, 35), (90,), (95,), (100,)]
    for rule, best in ((NORMAL, 96), (Rule(14), 36)):
        view = a_view(rows, (36, 96), (0, 5), rule)
        assert searched(view, Budget(2000))[0].what == best


def test_a_search_keeps_its_budget_of_time() -> None:
    view = View.of(Game(shuffled(Random("time")), 4), 0)
    searched(view, Budget(10))
    start = time.thread_time()
    searched(view, Budget(milliseconds=40))
    assert 0.03 < time.thread_time() - start < 0.4


PURE = """
import sys
sys.modules["numba"] = None
from take6.players.playout import COMPILED
from take6.players import player
from docs.research.take6_pool import played
assert not COMPILED
print(played([player(level) for level in ("6:60", "5:60", "4:60")], "pure").moves)
"""


def test_the_same_games_are_played_without_numba() -> None:
    pure = subprocess.run(
        [sys.executable, "-c", PURE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    here = played([player(level) for level in ("6:60", "5:60", "4:60")], "pure")
    assert pure.stdout == f"{here.moves}\n"


@pytest.mark.parametrize("levels", [["1", "2", "3"], ["3", "1", "2"]])
def test_results_follow_the_player_and_not_the_seat(levels: list[str]) -> None:
    by_level = {result.player: result.share.value for result in match(levels, 100, 4)}
    assert by_level["3"] > by_level["2"]
    assert by_level["3"] > by_level["1"]


@pytest.mark.slow
def test_higher_levels_win_more_than_their_share() -> None:
    assert match(["4", "3"], 50, 5)[0].share.low > 0.5
    assert match(["6:1000", "3", "3", "3"], 20, 6)[0].share.low > 0.25
    assert match(["6:1000", "3", "3", "3"], 50, 7, Rule(25))[0].share.low > 0.25
