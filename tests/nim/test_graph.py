"""Graphs follow the definitions, even at sizes beyond recursion."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim.games import Board, Sum, Token
from nim.graph import CycleError, Graph, grundy_values, outcomes
from tests.nim.reference import grundy_by
from tests.processes import kit

PATH = 10**6


@st.composite
def graphs(draw: st.DrawFn, acyclic: bool) -> Graph:
    vertices = draw(st.integers(1, 8))
    ends = st.integers(1, vertices)
    edges = draw(st.lists(st.tuples(ends, ends), max_size=20))
    if acyclic:
        name = draw(st.permutations(range(1, vertices + 1)))
        edges = [(name[max(edge) - 1], name[min(edge) - 1]) for edge in edges if edge[0] != edge[1]]
    return Graph(vertices, [tail for tail, _ in edges], [head for _, head in edges])


def followers(given: Graph) -> dict[int, set[int]]:
    after = defaultdict(set)
    for tail, head in zip(given.tails, given.heads, strict=True):
        after[tail].add(head)
    return after


@given(graphs(acyclic=True), st.data())
def test_values_and_winning_moves_follow_the_definitions(given: Graph, data: st.DataObject) -> None:

    after = followers(given)
    grundy = grundy_by(lambda vertex: after[vertex])  # type: ignore[index]
    values = grundy_values(given)
    assert values == [0, *(grundy(vertex) for vertex in range(1, given.vertices + 1))]
    tokens = data.draw(st.lists(st.integers(1, given.vertices), max_size=4))
    expected = []
    for i, vertex in enumerate(tokens):
        for head in sorted(after[vertex]):
            rest = 0
            for other in (*tokens[:i], head, *tokens[i + 1 :]):
                rest ^= values[other]
            if rest == 0:
                expected.append((i + 1, vertex, head))
    board = Board(given, values)
    moves = Sum(tuple(Token(board, vertex) for vertex in tokens)).winning_moves()
    assert [
        (part + 1, int(str(before)), int(str(after))) for part, before, after in moves
    ] == expected


@given(graphs(acyclic=False))
def test_a_graph_is_refused_exactly_if_it_has_a_cycle(given: Graph) -> None:

    after = followers(given)
    try:
        values = grundy_values(given)
    except CycleError as error:
        cycle = error.cycle
        assert len(set(cycle)) == len(cycle) >= 1
        assert cycle[0] == min(cycle)
        assert all(b in after[a] for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    else:
        for vertex in range(1, given.vertices + 1):
            reached = {values[head] for head in after[vertex]}
            assert values[vertex] not in reached
            assert set(range(values[vertex])) <= reached


@given(graphs(acyclic=False))
def test_outcomes_on_cyclic_graphs_follow_the_definitions(given: Graph) -> None:
    """A player who can force a win can do so within as many moves as there are vertices."""
    after = followers(given)
    wins: set[int] = set()
    loses: set[int] = set()
    for _ in range(2 * given.vertices):
        for vertex in range(1, given.vertices + 1):
            if after[vertex] & loses:
                wins.add(vertex)
            elif after[vertex] <= wins:
                loses.add(vertex)
    result = outcomes(given)
    for vertex in range(1, given.vertices + 1):
        expected = "N" if vertex in wins else "P" if vertex in loses else "draw"
        assert result[vertex] == expected


@pytest.mark.slow
def test_the_judge_solves_a_path_of_a_million_vertices() -> None:
    edges = "".join(f"{vertex + 1} {vertex}\n" for vertex in range(1, PATH))
    run = kit("nim", "graph", stdin=f"{PATH} {PATH - 1}\n{edges}1\n{PATH}\n")
    lines = run.stdout.splitlines()
    assert lines[:PATH] == [f"SG({vertex}) = {(vertex - 1) % 2}" for vertex in range(1, PATH + 1)]
    assert lines[PATH:] == ["X = 1", "先手必勝", f"第 1 枚棋子：{PATH} -> {PATH - 1}"]
