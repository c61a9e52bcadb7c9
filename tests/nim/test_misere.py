"""Misère play and loops against the definitions, by search over all positions."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim.games import Heap, Sum, Tree, outcome
from nim.graph import Graph, outcomes
from nim.misere import Forms, Misere, MisereHeaps, TooManyMovesError
from nim.notation import read_game
from nim.taking.rules import octal, subtraction
from nim.theorems import random_game


def test_misere_kayles_loses_the_published_heaps() -> None:
    """The lost heaps below 25 are 1, 4, 9, 12 and 20 (Sibert and Conway 1992)."""
    kayles = MisereHeaps(octal("0.77"))
    assert [n for n in range(25) if not kayles.first_player_wins(n)] == [1, 4, 9, 12, 20]


def test_a_single_heap_has_the_outcome_of_the_search() -> None:
    for rules, text in [(octal("0.137"), "octal 0.137 : "), (octal("0.3"), "octal 0.3 : ")]:
        heaps = MisereHeaps(rules)
        for n in range(1, 14):
            expected = outcome(read_game(f"{text}{n}"), misere=True) == "N"
            assert heaps.first_player_wins(n) == expected


def test_a_subtraction_game_may_have_any_size() -> None:
    heaps = MisereHeaps(subtraction([1, 2]))
    assert [heaps.first_player_wins(3 * 10**15 + rest) for rest in range(3)] == [True, False, True]


def test_sums_have_the_outcome_of_the_search() -> None:
    games = ["nim 2 1", "line 6 1 : 1 2", "octal 0.77 : 4", "subtract 2 3 : 6", "grundy 7"]
    for text, other in product(games, repeat=2):
        parts = (*read_game(text).parts, *read_game(other).parts)
        game = Misere(Sum(parts))
        assert game.first_player_wins == (outcome(Sum(parts), misere=True) == "N"), (text, other)
        after = [Sum(parts).after(move) for move in game.winning_moves()]
        assert all(outcome(position, misere=True) == "P" for position in after)
        assert bool(after) == game.first_player_wins
    assert Misere(Sum((Heap(2), Heap(2)))).first_player_wins is False


@given(st.randoms(use_true_random=False))
def test_the_simplest_form_of_a_game_has_its_outcomes(rng: Random) -> None:
    """A sum of forms is won exactly if the sum of the games is won by the definition."""
    games = [random_game(rng) for _ in range(3)]
    for parts in (games[:1], games[:2], games):
        assert Forms().won(parts) == (outcome(Sum(tuple(parts)), misere=True) == "N")


def test_simplest_forms_are_those_of_conway() -> None:
    """*1 + *1 = 0 but *2 + *2 is not; a move that can be taken back does not count."""
    forms = Forms()
    one, two = Heap(1), Heap(2)
    assert forms.of(Tree(one + one)) == forms.of(one)
    assert forms.of(Tree(two + two)) != forms.of(one)
    assert forms.of(Tree(Tree(one, two), Heap(0), one)) == forms.of(two)


def test_a_search_with_too_many_positions_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nim.misere.MOST_LOOKS", 20_000)
    for text in (
        "octal 0.77 : 60 61",
        "octal 0.77 : 10^18",
        "grundy 900",
        "nim 500 600\noctal 0.77 : 3",
        "nim 10^18\noctal 0.77 : 3",
    ):
        parts = tuple(part for line in text.splitlines() for part in read_game(line).parts)
        with pytest.raises(TooManyMovesError):
            _ = Misere(Sum(parts)).first_player_wins


@st.composite
def loopy(draw: st.DrawFn) -> Graph:
    vertices = draw(st.integers(1, 6))
    ends = st.integers(1, vertices)
    edges = draw(st.lists(st.tuples(ends, ends), max_size=12))
    return Graph(vertices, [tail for tail, _ in edges], [head for _, head in edges])


@given(loopy())
def test_outcomes_of_a_token_in_misere_play_follow_the_definitions(given_graph: Graph) -> None:
    """A vertex without moves is won, as if it had a move to an extra vertex that is lost."""
    movable = {*given_graph.tails}
    extra = given_graph.vertices + 1
    ends = [v for v in range(1, extra) if v not in movable]
    more = Graph(extra, [*given_graph.tails, *ends], [*given_graph.heads, *[extra] * len(ends)])
    assert outcomes(given_graph, misere=True) == outcomes(more)[:-1]
