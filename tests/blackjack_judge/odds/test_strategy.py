"""The strategy table, the linear count, and the quick search for the best play."""

from __future__ import annotations

import random
from itertools import product

import pytest

from blackjack_judge.hands import POINTS
from blackjack_judge.odds.hands import HANDS, HARD, INFINITE, SIZE, VALUES, Shoe, decks, points
from blackjack_judge.odds.values import (
    UPCARDS,
    Decision,
    effects_of_removal,
    insurance,
    linear_count,
    solve,
    strategy,
)
from blackjack_judge.players import base
from blackjack_judge.players.base import Situation
from blackjack_judge.players.basic import basic_strategy
from blackjack_judge.players.best_play import (
    DOUBLE,
    HIT,
    LATER,
    OPENINGS,
    SPLIT,
    STAND,
    find_best_play,
    later_at,
    opening_at,
)
from blackjack_judge.players.count import UNIT, WEIGHTS
from blackjack_judge.table import Rules
from tests.processes import kit

TABLE = strategy(solve(INFINITE))


def against(row: tuple[str, ...]) -> str:
    """Write a row from 2 to ten and ace, as the books do."""
    return "".join(row[1:] + row[:1])


@pytest.mark.slow
def test_the_table_has_a_decision_exactly_for_the_pairs_that_a_small_shoe_can_deal() -> None:
    counts = (2, 2, 2, 2, 2, 2, 2, 1, 0, 4)
    table = strategy(solve(Shoe(counts)))
    for value, row in enumerate(table.pairs.values()):
        for upcard, code in zip(UPCARDS, row, strict=True):
            needed = [(value, 2), (upcard, 1)] if upcard != value else [(value, 3)]
            assert (code != "-") is all(counts[each] >= number for each, number in needed)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [[], ["--hand", "8,8"]])
def test_a_narrow_terminal_shows_the_same_figures(arguments: list[str]) -> None:
    printed = [
        kit("blackjack_judge", "odds", *arguments, COLUMNS=columns) for columns in ("20", "80")
    ]
    assert [run.returncode for run in printed] == [0, 0]
    assert printed[0].stdout == printed[1].stdout


def test_the_table_is_the_known_basic_strategy() -> None:
    assert {total: against(row) for total, row in TABLE.hard.items()} == {
        **dict.fromkeys(range(4, 9), "HHHHHHHHHH"),
        9: "HDDDDHHHHH",
        10: "DDDDDDDDHH",
        11: "DDDDDDDDHH",
        12: "HHSSSHHHHH",
        **dict.fromkeys(range(13, 17), "SSSSSHHHHH"),
        **dict.fromkeys(range(17, 21), "SSSSSSSSSS"),
    }
    assert against(TABLE.soft[18]) == "SddddSSHHH"
    pairs = {name: against(row) for name, row in TABLE.pairs.items()}
    assert pairs["A"] == "PPPPPPPPPP"
    assert pairs["4"] == against(TABLE.hard[8])
    assert pairs["5"] == against(TABLE.hard[10])
    assert pairs["8"] == "PPPPPPPPHP"
    assert pairs["9"] == "PPPPPSPPSS"
    assert pairs["T"] == "SSSSSSSSSS"


def test_insurance_loses_with_a_full_shoe() -> None:
    assert insurance(4 / 13) < 0


def test_the_basic_player_plays_by_the_table() -> None:
    odds = solve(INFINITE)
    for first, second, upcard in product(range(1, 11), repeat=3):
        moves = (base.HIT, base.STAND, base.DOUBLE, *(base.SPLIT,) * (first == second))
        move = basic_strategy(Situation((first, second), upcard, 1, 9, moves, 0))
        best = odds.best(first - 1, second - 1, upcard - 1)
        assert move == {Decision.DOUBLE: base.DOUBLE}.get(best, best.value)


@pytest.mark.slow
def test_the_linear_count_has_the_known_weights() -> None:
    known = (0.3885, -0.1908, -0.2167, -0.2762, -0.3454, -0.2310, -0.1334, 0.0034, 0.0862, 0.2289)
    weights = linear_count()
    assert weights == pytest.approx(known, abs=6e-5)
    assert [round(UNIT * weight) for weight in weights] == pytest.approx(WEIGHTS[1:], abs=1)
    balance = sum(w * n for w, n in zip(weights, INFINITE.counts, strict=True))
    assert balance == pytest.approx(0, abs=1e-4)


@pytest.mark.slow
def test_the_linear_count_predicts_the_effect_of_a_removed_card() -> None:
    shoe = decks(5000)
    effects = effects_of_removal(Shoe(shoe.counts), values=(0, 4))
    for value, effect in effects.items():
        assert -effect * sum(shoe.counts) == pytest.approx(WEIGHTS[value + 1] / UNIT, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("split_blackjack", [True, False])
def test_the_quick_search_agrees_with_the_odds(split_blackjack: bool) -> None:
    rng = random.Random(7)
    shoes = [[4] * 9 + [16]] + [
        [rng.randint(2, 12) for _ in range(9)] + [rng.randint(10, 40)] for _ in range(4)
    ]
    codes = dict(zip(Decision, (STAND, HIT, DOUBLE, SPLIT), strict=True))
    for counts in shoes:
        odds = solve(Shoe(tuple(counts), endless=True), Rules(split_blackjack=split_blackjack))
        opening, later = [0] * OPENINGS, [0] * LATER
        found = find_best_play([0, *counts], int(split_blackjack), opening, later)
        assert found == pytest.approx(odds.expectation, abs=1e-12)
        for upcard in UPCARDS:
            for first in UPCARDS:
                for second in UPCARDS:
                    at = opening_at(1, first + 1, second + 1, upcard + 1)
                    assert opening[at] == codes[odds.best(first, second, upcard)]
            for hand in (hand for hand, size in enumerate(SIZE) if size > 2):
                soft = int(points(HANDS[hand]) > HARD[hand])
                at = later_at(0, soft, points(HANDS[hand]), upcard + 1)
                hits = odds.values[Decision.HIT][hand, upcard]
                stands = odds.values[Decision.STAND][hand, upcard]
                assert (later[at] == HIT) == (hits > stands)


def test_the_ten_values_have_the_points_1_to_10() -> None:
    assert [POINTS[value + 1] for value in range(len(VALUES))] == list(range(1, 11))
