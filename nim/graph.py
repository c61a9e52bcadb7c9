"""Games on a directed graph: a token moves along an edge, and who cannot move loses."""

from __future__ import annotations

from collections import namedtuple
from itertools import repeat

from nim.heaps import nim_sum
from nim.kernels import kernels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal, TypeAlias

    Outcome: TypeAlias = Literal["N", "P", "draw"]


_LARGE = 200_000
"""From how many edges on it pays to load the compiled kernels."""


class Move(namedtuple("Move", ("token", "before", "after"))):
    """Moving a token, counted from 1, from one vertex to another."""

    __slots__ = ()
    token: int
    before: int
    after: int


class CycleError(ValueError):
    """The graph has a cycle: `cycle` lists its vertices along the edges, the least first."""

    def __init__(self, cycle: list[int]) -> None:
        super().__init__("the graph has a cycle")
        self.cycle = cycle


class Graph:
    """A directed graph with vertices 1 … `vertices` and an edge from each tail to its head."""

    def __init__(self, vertices: int, tails: Sequence[int], heads: Sequence[int]) -> None:
        self.vertices = vertices
        self.tails = tails
        self.heads = heads

    def _predecessors(self) -> tuple[list[list[int] | None], list[int]]:
        """Return the tails of the edges to each vertex, and how many edges leave it."""
        before: list[list[int] | None] = [None] * (self.vertices + 1)
        edges = [0] * (self.vertices + 1)
        for tail, head in zip(self.tails, self.heads, strict=True):
            edges[tail] += 1
            tails = before[head]
            if tails is None:
                before[head] = [tail]
            else:
                tails.append(tail)
        return before, edges


def grundy_values(graph: Graph) -> list[int]:
    """Return the Grundy value of each vertex, at its own index; index 0 is 0 and stands for none.

    CycleError if the play could go on forever. Backwards from the vertices without a move: a vertex
    is valued when the last of its followers has been.
    """
    if len(graph.tails) >= _LARGE and (fast := kernels()):
        compiled: list[int] | None = fast.graph_values(graph)
        if compiled is not None:
            return compiled
    before, pending = graph._predecessors()
    values = [0] * (graph.vertices + 1)
    seen = [0] * (graph.vertices + 1)
    """Bit g tells that a follower has the Grundy value g."""
    ready = [vertex for vertex in range(1, graph.vertices + 1) if not pending[vertex]]
    valued = 0
    while ready:
        vertex = ready.pop()
        valued += 1
        lowest_unseen = ~seen[vertex] & (seen[vertex] + 1)
        values[vertex] = lowest_unseen.bit_length() - 1
        for tail in before[vertex] or ():
            seen[tail] |= lowest_unseen
            pending[tail] -= 1
            if not pending[tail]:
                ready.append(tail)
    if valued < graph.vertices:
        raise CycleError(_cycle(graph, pending))
    return values


def winning_moves(graph: Graph, values: Sequence[int], tokens: Sequence[int]) -> Iterator[Move]:
    """Yield every winning move in the sum of the games of the tokens, by token, then by target."""
    x = nim_sum(values[vertex] for vertex in tokens)
    followers: dict[int, set[int]] = {vertex: set() for vertex in tokens}
    for tail, head in zip(graph.tails, graph.heads, strict=True):
        if tail in followers:
            followers[tail].add(int(head))
    for token, vertex in enumerate(tokens, 1):
        for head in sorted(followers[vertex]):
            if values[head] == values[vertex] ^ x:
                yield Move(token, vertex, head)


def _cycle(graph: Graph, pending: Sequence[int]) -> list[int]:
    """Return a cycle among the vertices that have edges pending: each has such a follower."""
    follower = [0] * (graph.vertices + 1)
    for tail, head in zip(graph.tails, graph.heads, strict=True):
        if pending[tail] and pending[head]:
            follower[tail] = int(head)
    place: dict[int, int] = {}
    vertex = next(vertex for vertex, edges in enumerate(pending) if edges)
    while vertex not in place:
        place[vertex] = len(place)
        vertex = follower[vertex]
    cycle = list(place)[place[vertex] :]
    least = cycle.index(min(cycle))
    return cycle[least:] + cycle[:least]


def outcomes(graph: Graph) -> list[Outcome]:
    """Return the outcome of each vertex by retrograde analysis, at its own index; cycles may occur.

    A vertex is P when all its followers are N, and N when one of them is P. What is left when
    nothing follows any more is a draw: neither player can be made to lose.
    """
    before, pending = graph._predecessors()
    result: list[Outcome] = list(repeat("draw", graph.vertices + 1))
    known = [vertex for vertex in range(1, graph.vertices + 1) if not pending[vertex]]
    for vertex in known:
        result[vertex] = "P"
    for vertex in known:  # which grows meanwhile
        for tail in before[vertex] or ():
            if result[tail] != "draw":
                continue
            pending[tail] -= 1
            if result[vertex] == "P":
                result[tail] = "N"
                known.append(tail)
            elif not pending[tail]:
                result[tail] = "P"
                known.append(tail)
    return result
