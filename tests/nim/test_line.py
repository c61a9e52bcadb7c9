"""Line games against the definitions, on all small games and far from the end."""

from itertools import chain, combinations, islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim.line import LineGame, TooFarError, first_player_wins, grundy_values, outcome_classes
from tests.nim.reference import grundy_by

STEPS = [
    frozenset(steps)
    for steps in chain.from_iterable(combinations(range(1, 5), size) for size in range(1, 5))
]


def table(
    first: frozenset[int], second: frozenset[int], last: int, misere: bool
) -> list[tuple[bool, bool]]:
    """Return for each distance whether the first player wins if to move, and the second."""
    rows: list[tuple[bool, bool]] = []
    for distance in range(last + 1):
        row = []
        for player, steps in enumerate((first, second)):
            reached = [rows[distance - step][1 - player] for step in steps if step <= distance]
            row.append(not all(reached) if reached else misere)
        rows.append((row[0], row[1]))
    return rows


@pytest.mark.parametrize("misere", [False, True])
def test_all_small_games_follow_the_definitions(misere: bool) -> None:
    names = {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}
    for first, second in product(STEPS, repeat=2):
        rows = table(first, second, 11, misere)
        classes = list(outcome_classes(LineGame(12, 1, first, second), misere))
        assert classes == [names[row] for row in rows]
        for distance, row in enumerate(rows):
            game = LineGame(5 + distance, 5, first, second)
            assert first_player_wins(game, misere) == row[0], (first, second, distance)


def test_grundy_values_of_all_small_games_follow_the_definition() -> None:
    for steps in STEPS:
        grundy = grundy_by(lambda d, steps=steps: [d - s for s in steps if s <= d])  # type: ignore[misc]
        assert list(islice(grundy_values(steps), 20)) == [
            grundy(distance) for distance in range(20)
        ]


step_sets = st.frozensets(st.integers(1, 9), min_size=1, max_size=4)


@given(step_sets, step_sets, st.booleans(), st.integers(0, 700))
def test_distances_beyond_the_period_have_the_right_winner(
    first: frozenset[int], second: frozenset[int], misere: bool, distance: int
) -> None:
    game = LineGame(distance, 0, first, second)
    assert first_player_wins(game, misere) == table(first, second, distance, misere)[-1][0]


def test_a_line_and_its_steps_may_have_any_length() -> None:
    """Steps 1 and 2 in normal play: lost exactly at multiples of three."""
    both = frozenset([1, 2])
    for rest in range(3):
        assert first_player_wins(LineGame(3 * 10**40 + rest, 0, both, both)) == (rest != 0)
    huge = frozenset([10**40])
    assert not first_player_wins(LineGame(5, 0, huge, both))
    assert first_player_wins(LineGame(5, 0, huge, both), misere=True)


def test_values_far_from_the_end_are_right() -> None:
    """By 5000 the earliest values have long been dropped."""
    far = islice(grundy_values({2, 3, 700}), 5000)
    reached: list[int] = []
    for distance, value in enumerate(far):
        followers = {reached[distance - step] for step in (2, 3, 700) if step <= distance}
        assert value == next(v for v in range(4) if v not in followers)
        reached.append(value)


def test_a_game_with_too_long_a_period_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    game = LineGame(10**30, 0, frozenset({1, 31, 57, 99}), frozenset({3, 47, 101}))
    monkeypatch.setattr("nim.line._MOST_WORK", 100)
    with pytest.raises(TooFarError):
        first_player_wins(game)
    with pytest.raises(TooFarError):
        next(outcome_classes(LineGame(10**30, 0, frozenset({10**9}), frozenset({1}))))
