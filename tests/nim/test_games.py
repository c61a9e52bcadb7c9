"""The definitions of the lecture, and its theorems for random finite games."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nim.games import Board, Game, Heap, Token, Tree, distinguishing, grundy, outcome
from nim.graph import Graph
from nim.theorems import THEOREMS, Theorem, check, random_game


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A random finite game: each position's options are among those made before it."""
    made: list[Game] = [Tree()]
    for _ in range(draw(st.integers(0, 5))):
        options = draw(st.lists(st.sampled_from(made), max_size=3, unique_by=id))
        made.append(Tree(*options))
    return made[-1]


@settings(max_examples=20)
@given(games(), games())
def test_games_of_different_value_are_not_equal(a: Game, b: Game) -> None:
    equal = grundy(a) == grundy(b)
    assert (distinguishing(a, b, map(Heap, range(7))) is None) == equal
    assert (outcome(a + b) == "P") == equal


@given(games(), games())
def test_the_value_of_a_sum_is_the_xor_of_the_values(a: Game, b: Game) -> None:
    assert grundy(a + b) == grundy(a) ^ grundy(b)
    assert (outcome(a) == "N") == (grundy(a) != 0)


def test_a_deep_game_needs_no_recursion() -> None:
    path = Graph(20_000, range(1, 20_000), range(2, 20_001))
    assert grundy(Token(Board(path), 1)) == 1
    deep: Game = Tree()
    for _ in range(20_000):
        deep = Tree(deep)
    assert outcome(deep) == "P"


def test_a_game_with_a_cycle_is_refused() -> None:
    ring = Graph(3, [1, 2, 3], [2, 3, 1])
    with pytest.raises(ValueError, match="return"):
        grundy(Token(Board(ring), 1))


def test_a_counterexample_is_found_and_shown() -> None:
    def every_game_is_lost(rng: random.Random) -> tuple[Game, ...] | None:
        game = random_game(rng)
        return (game,) if outcome(game) == "N" else None

    wrong = Theorem("wrong", "wrong", every_game_is_lost)
    (finding,) = check((wrong,), 100, seed=1)
    assert finding.counterexample is not None
    (game,) = finding.counterexample
    assert outcome(game) == "N"
    assert finding.sentence().startswith(f"wrong：第 {finding.agreed + 1} 次有反例：")


def test_the_theorems_hold_and_a_seed_decides_the_games() -> None:
    for finding in check(THEOREMS, 20, seed=3):
        assert (finding.agreed, finding.counterexample) == (20, None)
    assert repr(random_game(random.Random(5), 30)) == repr(random_game(random.Random(5), 30))
