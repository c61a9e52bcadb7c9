"""The computers, the search under them, and matches."""

import json
import math
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs.research.take6_pool import STRANGERS
from take6.cards import CARDS
from take6.game import FULL, NORMAL, Game, Position, Rule, row_of
from take6.players import BUDGETS, LEVELS, player
from take6.players.base import Budget, View, played, shuffled
from take6.players.beliefs import believe, believed, fixed, settle, wander
from take6.players.playout import (
    CAREFUL,
    HABITS,
    HAND,
    HIGH,
    LEARNED,
    LOW,
    NEVER,
    PLACES,
    POLICIES,
    SHARP,
    SITUATIONS,
    SUMS,
    TABLE,
    UNIFORM,
    Board,
    buffer,
    features,
    place,
    situation,
    survey,
    tables,
)
from take6.players.search import Option, others, search
from take6.players.simple import Careful, RandomGreedy
from take6.series.match import Match, Result
from take6.series.match import play as play_match
from tests.processes import kit

ROOT = Path(__file__).parents[2]
QUICK = {level: f"{level}:40" if level in BUDGETS else level for level in LEVELS}


def match(
    levels: Sequence[str], deals: int, seed: str, rule: Rule = NORMAL, workers: int = 1
) -> list[Result]:
    return play_match(Match(tuple(levels), deals, seed, rule), workers)


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
@pytest.mark.parametrize("rule", [NORMAL, Rule(20), Rule(20, "index")])
@pytest.mark.parametrize("players", [2, 10])
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


@pytest.mark.parametrize(
    "wrong", ["0", "7", "", "3:100", "6:0", "6:", "6:5 ms", "6:-1", "6:１", "x"]
)
def test_an_unknown_level_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong or "^$"):
        player(wrong)


@given(st.randoms(use_true_random=False))
def test_a_situation_encodes_the_row_that_the_rules_give_the_card(rng: Random) -> None:
    cards = rng.sample(CARDS, 21)
    rows = [tuple(sorted(cards[r * 5 : r * 5 + rng.randint(1, 5)])) for r in range(4)]
    card = cards[20]
    view = a_view(rows, (card,))
    sizes = [len(row) for row in rows]
    ends = buffer([row[-1] for row in rows])
    board = Board(ends, buffer(sizes), buffer(view.row_heads), buffer([0]), NEVER)
    where = situation(card, survey(board))
    row = row_of(rows, card)
    alone = features(where)
    if row is None:
        assert len(alone) == 1
    else:
        assert where // (SITUATIONS // FULL) <= len(rows[row]) - 1
        assert len(alone) == 2
        by_heads = (where % SUMS) - sum(view.row_heads[row] >= limit for limit in (5, 8, 12))
        assert by_heads == 0


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


def test_a_search_of_the_last_round_finds_the_exact_mean() -> None:
    rows = [(10, 11, 12, 13, 14), (50, 55), (60,), (70,)]
    for card in (5, 15, 51, 75):
        view = a_view(rows, (card,), (3, 4))
        beliefs = fixed(view, UNIFORM)
        (option,) = search(view, beliefs, Budget(40_000), Random(1), halving=False)
        assert option.heads == pytest.approx(exact(view, card, 1), abs=0.1)


def test_a_search_knows_the_rule_in_force() -> None:
    """A row of 15 heads is poison under the normal rule and wins under the mad-cow rule."""
    rows = [(11, 22, 33, 34, 35), (90,), (95,), (100,)]
    hand = (36, 96)
    heads = (0, 5)
    for rule, best in ((NORMAL, 96), (Rule(14), 36)):
        view = a_view(rows, hand, heads, rule)
        beliefs = fixed(view, LEARNED)
        found = search(view, beliefs, Budget(2000), Random(1), halving=True)
        assert found[0].what == best


@pytest.mark.parametrize(("threshold", "taken"), [(10, 5), (11, 1)])
def test_at_the_threshold_a_player_takes_the_most_heads(threshold: int, taken: int) -> None:
    ends, sizes, sums = buffer([50, 60, 70, 80]), buffer([1, 1, 1, 1]), buffer([1, 5, 2, 3])
    board = Board(ends, sizes, sums, buffer([5, 0]), threshold)
    place(0, 3, -1, board)
    assert list(board.heads) == [5 + taken, 0]


def test_halving_spends_most_play_outs_on_the_best_option() -> None:
    game = Game(shuffled("halving"), 4)
    view = View.of(game, 0)
    beliefs = fixed(view, LEARNED)
    found = search(view, beliefs, Budget(4000), Random(1), halving=True)
    played = [option.playouts for option in found]
    assert played == sorted(played, reverse=True)
    assert 3000 < sum(played) <= 4000
    assert played[0] > 3 * played[-1]
    assert all(0 <= option.share <= 1 and option.heads < 100 for option in found)


def test_a_search_keeps_its_budget_of_time() -> None:
    game = Game(shuffled("time"), 4)
    view = View.of(game, 0)
    beliefs = fixed(view, LEARNED)
    search(view, beliefs, Budget(10), Random(1), halving=True)
    start = time.thread_time()
    search(view, beliefs, Budget(milliseconds=40), Random(1), halving=True)
    assert 0.03 < time.thread_time() - start < 0.4


def policies(view: View, seat: int) -> list[float]:
    """Return how likely each policy of a player is, over the worlds of the chain."""
    world, beliefs = others(view), believed(view)
    state = settle(20, world, beliefs, 1)
    counts = [0] * POLICIES
    for _ in range(200):
        state = believe(world, wander(world, beliefs, state))
        counts[world.dealt.policies[seat]] += 1
    return [count / 200 for count in counts]


def test_the_plays_of_opponents_reveal_their_policy() -> None:
    """After eight rounds a careful player is recognised, and a random one is not taken for it."""
    careful, uniform = [], []
    for deal in range(12):
        game = played([player("3"), player("3"), player("2")], f"read {deal}")
        view = View.of(after(game, 8), 0)
        careful.append(policies(view, 1)[CAREFUL])
        uniform.append(policies(view, 2)[CAREFUL])
    assert sum(careful) / len(careful) > 0.7
    assert sum(uniform) / len(uniform) < 0.3


@pytest.mark.parametrize(("stranger", "policy"), [("lowest", LOW), ("greatest", HIGH)])
def test_a_player_of_lowest_or_highest_cards_is_recognised(stranger: str, policy: int) -> None:
    game = played([player("3"), STRANGERS[stranger](), player("3")], "numbers")
    view = View.of(after(game, 4), 0)
    assert policies(view, 1)[policy] > 0.7
    assert policies(view, 2)[policy] < 0.3


def test_the_fitted_habits_of_level_5_explain_its_plays_best() -> None:
    """With two players the plays are likelier under its habits than under any other policy."""
    likely = dict.fromkeys((HABITS, UNIFORM, LEARNED, SHARP), 0.0)
    for deal in range(6):
        game = played([player("5:300")] * 2, f"fit {deal}")
        weights = believed(View.of(game, 0))
        for seat, policy, turn in product(range(2), likely, range(HAND - 1)):
            at = (seat * POLICIES + policy) * HAND + turn
            own = weights.past[at * PLACES + game.history[turn][seat]]
            likely[policy] += math.log(own / weights.later[at])
    assert likely.pop(HABITS) > max(likely.values()) + 5


def after(game: Game, rounds: int) -> Game:
    """Return a game as it was after so many rounds."""
    again = Game(game.deck, game.players, game.rule)
    for move in game.moves:
        if again.undercut is not None:
            again.take(move[0])
        elif len(again.history) == rounds:
            break
        else:
            again.play(move)
    return again


def test_the_plays_of_opponents_reveal_their_hands() -> None:
    """Bayes' rule by hand gives the card that a careful player has kept, one of eight."""
    game = after(played([player("3")] * 2, "hands"), 9)
    view = View.of(game, 0)
    beliefs = believed(view)
    prior = [0.0] * POLICIES
    prior[CAREFUL] = 1.0
    beliefs = beliefs._replace(prior=buffer(prior * 2))
    weights, world = tables(2), others(view)
    likely = {}
    for kept in view.unseen:
        likely[kept] = 1.0
        for turn, position in enumerate(view.positions[:9]):
            rows, heads = position.rows, buffer(position.heads)
            sums = buffer(a_view(rows, ()).row_heads)
            board = Board(
                buffer([row[-1] for row in rows]),
                buffer([len(r) for r in rows]),
                sums,
                heads,
                NEVER,
            )
            phase = (0, 3, 3, 2, 2, 1, 1, 1, 0, 0, 0)[HAND - turn]
            offset = CAREFUL * TABLE + phase * SITUATIONS
            held = [kept, *(cards[1] for cards in view.history[turn:])]
            each = [weights[offset + situation(card, survey(board))] for card in held]
            likely[kept] *= 0.05 / len(held) + 0.95 * float(each[1]) / float(sum(each))
    state, counts = settle(20, world, beliefs, 7), dict.fromkeys(view.unseen, 0)
    for _ in range(20_000):
        state = wander(world, beliefs, state)
        counts[int(world.unseen[0])] += 1
    total = sum(likely.values())
    for kept, share in likely.items():
        assert counts[kept] / 20_000 == pytest.approx(share / total, abs=0.02)
    assert max(likely.values()) > 2 * min(likely.values())


PURE = """
import sys
sys.modules["numba"] = None
from take6.players.playout import COMPILED
from take6.players import player
from take6.players.base import played
assert not COMPILED
print(played([player(level) for level in ("6:60", "5:60", "4:60")], "pure").moves)
"""


def test_the_same_games_are_played_without_numba() -> None:
    pure = subprocess.run(
        [sys.executable, "-c", PURE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    here = played([player(level) for level in ("6:60", "5:60", "4:60")], "pure")
    assert pure.stdout == f"{here.moves}\n"


def test_a_match_is_the_same_for_any_number_of_workers() -> None:
    levels = ["3", "1", "2"]
    one, two = (match(levels, 10, "s", NORMAL, workers) for workers in (1, 2))
    assert one == two
    assert sum(result.share.value for result in one) == pytest.approx(1)
    assert match(levels, 10, "t") != one


def test_deterministic_players_share_every_deal_equally() -> None:
    for result in match(["3", "3", "3", "3"], 10, "equal"):
        assert result.share.value == pytest.approx(0.25)
        assert 0 < result.share.low < 0.25 < result.share.high < 1


@pytest.mark.parametrize("levels", [["1", "2", "3"], ["3", "1", "2"]])
def test_results_follow_the_player_and_not_the_seat(levels: list[str]) -> None:
    by_level = {result.level: result.share.value for result in match(levels, 100, "seats")}
    assert by_level["3"] > by_level["2"]
    assert by_level["3"] > by_level["1"]


@pytest.mark.slow
def test_higher_levels_win_more_than_their_share() -> None:
    assert match(["4", "3"], 50, "4")[0].share.low > 0.5
    assert match(["6:1000", "3", "3", "3"], 20, "6")[0].share.low > 0.25
    assert match(["6:1000", "3", "3", "3"], 50, "6", Rule(25))[0].share.low > 0.25


@pytest.mark.slow
@pytest.mark.parametrize("threshold", [15, 20, 25, 30, 40])
@pytest.mark.parametrize("ranking", ["mad-first", "index"])
def test_the_first_levels_stay_in_their_order_under_the_mad_cow_rule(
    threshold: int, ranking: Literal["mad-first", "index"]
) -> None:
    rule = Rule(threshold, ranking)
    assert match(["2", "1"], 300, "mad", rule)[0].share.low > 0.5
    assert match(["3", "2"], 300, "mad", rule)[0].share.low > 0.5


def test_tables_have_a_weight_for_every_situation_and_policy() -> None:
    for players in range(2, 11):
        weights = tables(players)
        assert min(weights) >= 1
        assert len(weights) % (POLICIES * SITUATIONS) == 0


def test_match_prints_json() -> None:
    arguments = "match --players 3,2 --games 10 --seed 1 --mad 20 --json -".split()
    run = kit("take6", *arguments)
    assert run.returncode == 0
    document = json.loads(run.stdout)
    assert document["schema"] == "cardjudge/take6-match/1"
    assert (document["deals"], document["games"], document["threshold"]) == (5, 10, 20)
    assert [row["level"] for row in document["players"]] == ["3", "2"]
    assert sum(row["share"]["value"] for row in document["players"]) == pytest.approx(1)


def test_auto_writes_a_game_that_the_judge_accepts(tmp_path: Path) -> None:
    for arguments in (["--players", "3,1,2"], ["--players", "1,1", "--mad", "20"]):
        made = kit("take6", "auto", "--seed", "5", *arguments)
        judged = kit("take6", stdin=made.stdout)
        assert (made.returncode, judged.returncode) == (0, 0)
        assert "嘗試" not in judged.stdout
        assert "遊戲結束" in judged.stdout


def test_options_are_compared_by_share_and_then_by_heads() -> None:
    assert Option(1, 0.5, 20.0, 10).value > Option(2, 0.25, 0.0, 10).value
    assert Option(1, 0.5, 5.0, 10).value > Option(2, 0.5, 6.0, 10).value
