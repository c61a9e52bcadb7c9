"""Nim and Choose Nim against the definitions on all small positions."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim.heaps import Nim, mex, winning_choices
from tests.nim.reference import nim_moves, wins_by

SMALL = [heaps for count in range(5) for heaps in product(range(5), repeat=count)]


@pytest.mark.parametrize("misere", [False, True])
def test_nim_follows_the_definitions_in_all_small_positions(misere: bool) -> None:
    wins = wins_by(lambda heaps: [after for *_, after in nim_moves(heaps)], misere)  # type: ignore[arg-type]
    for heaps in SMALL:
        nim = Nim(heaps, misere)
        assert nim.first_player_wins == wins(heaps), heaps
        expected = [
            (i, heaps[i - 1], left) for i, left, after in nim_moves(heaps) if not wins(after)
        ]
        assert list(nim.winning_moves()) == expected, heaps


def test_choose_nim_follows_the_definitions_in_all_small_positions() -> None:
    single = wins_by(lambda heap: range(heap))  # type: ignore[call-overload]
    for heaps in SMALL:
        winning = [i for i, heap in enumerate(heaps, 1) if not single(heap)]
        assert list(winning_choices(heaps)) == winning
        assert (mex(heaps) != 0) == bool(winning)


@given(st.lists(st.integers(0, 2**300), max_size=8), st.booleans())
def test_a_winning_move_leaves_a_lost_position(heaps: list[int], misere: bool) -> None:
    nim = Nim(heaps, misere)
    moves = list(nim.winning_moves())
    assert bool(moves) == (nim.first_player_wins and any(heaps))
    for heap, before, after in moves:
        assert heaps[heap - 1] == before > after >= 0
        rest = [*heaps[: heap - 1], after, *heaps[heap:]]
        assert not Nim(rest, misere).first_player_wins
