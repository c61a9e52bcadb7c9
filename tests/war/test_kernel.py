"""Compiled games agree with the reference."""

from __future__ import annotations

from typing import Any

import pytest

from war import Battle
from war.battle import INFINITE
from war.course import follow
from war.series.chunks import Chunk, Series
from war.series.deals import deal
from war.series.stats import tally_plain


@pytest.fixture
def kernel() -> Any:
    from war.series import kernel  # with Numba, which takes a second

    return kernel


# The reference takes a hundred times as long for a deal of 13 values as for one of 3.
DEALS = {nb_vals: 19_000 if nb_vals <= 5 else 700 for nb_vals in range(1, 14)}


@pytest.mark.slow
@pytest.mark.parametrize("nb_vals", DEALS)
def test_kernel_and_reference_agree_on_many_deals(kernel: Any, nb_vals: int) -> None:
    check(kernel, nb_vals, DEALS[nb_vals])


def check(kernel: Any, nb_vals: int, games: int) -> None:
    fixed, alternating = (Series(nb_vals, 2026, alternate=rule) for rule in (False, True))
    results, rounds = kernel.play(Chunk(fixed, 0, games))
    results_by_turns, rounds_by_turns = kernel.play(Chunk(alternating, 0, games))
    for game in range(games):
        one, two = deal(2026, game, nb_vals, fixed.riffles)
        assert (results[game], rounds[game]) == played(Battle(one, two))
        by_turns = played(Battle(one, two, alternate=True))
        assert (results_by_turns[game], rounds_by_turns[game]) == by_turns


def played(battle: Battle) -> tuple[int, int]:
    course = follow(battle)
    return (INFINITE, 0) if course.period is not None else (course.final.winner(), course.rounds)


@pytest.mark.parametrize("alternate", [False, True])
@pytest.mark.parametrize("riffles", [0, 1, 8, 9, 17])
@pytest.mark.parametrize("nb_vals", [3, pytest.param(6, marks=pytest.mark.slow)])
def test_kernel_and_reference_agree_on_any_number_of_riffles(
    kernel: Any, nb_vals: int, riffles: int, alternate: bool
) -> None:
    chunk = Chunk(Series(nb_vals, 3, riffles, alternate), 10**12, 60 if riffles else 20)
    assert kernel.tally(chunk) == tally_plain(chunk)


@pytest.mark.parametrize("nb_vals", [40, pytest.param(255, marks=pytest.mark.slow)])
def test_large_decks_fit_the_tape(kernel: Any, nb_vals: int) -> None:
    """After a single riffle games are long but end."""
    chunk = Chunk(Series(nb_vals, 1, riffles=1, alternate=True), 0, 2)
    assert kernel.tally(chunk) == tally_plain(chunk)


def test_games_do_not_depend_on_their_chunk(kernel: Any) -> None:
    series = Series(13, 2**64 - 1, alternate=True)
    whole, rounds = kernel.play(Chunk(series, 0, 1000))
    for first, games in ((0, 1), (1, 998), (999, 1), (500, 0)):
        part, rounds_of_part = kernel.play(Chunk(series, first, games))
        assert list(part) == list(whole[first : first + games])
        assert list(rounds_of_part) == list(rounds[first : first + games])
