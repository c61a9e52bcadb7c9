"""Games on a directed graph: a move slides a token along an edge; a player without moves loses."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

Outcome: TypeAlias = Literal["N", "P", "draw"]


class CycleError(ValueError):
    """The graph has a cycle; `cycle` lists its vertices along the edges, from the least vertex."""

    def __init__(self, cycle: list[int]) -> None:
        super().__init__("the graph has a cycle")
        self.cycle = cycle


class Graph:
    """A directed graph with vertices 1 … `vertices` and an edge from each tail to its head."""

    def __init__(self, vertices: int, tails: Sequence[int], heads: Sequence[int]) -> None:
        self.vertices = vertices
        self.tails = tails
        self.heads = heads

    def _predecessors(self) -> tuple[dict[int, list[int]], list[int]]:
        """Return the predecessors of each vertex, and its number of outgoing edges."""
        predecessors: dict[int, list[int]] = {}
        edges = [0] * (self.vertices + 1)
        for tail, head in zip(self.tails, self.heads, strict=True):
            edges[tail] += 1
            predecessors.setdefault(head, []).append(tail)
        return predecessors, edges


def grundy_values(graph: Graph) -> list[int]:
    """Return the Grundy value of each vertex at the vertex's index; index 0 is unused and 0.

    The search runs backwards from the vertices without moves: it computes a vertex after the last
    of its followers. CycleError if the graph has a cycle.
    """
    predecessors, pending = graph._predecessors()
    values = [0] * (graph.vertices + 1)
    masks = [0] * (graph.vertices + 1)
    """Bit g is set if a follower has the Grundy value g."""
    ready = [vertex for vertex in range(1, graph.vertices + 1) if not pending[vertex]]
    count = 0
    while ready:
        vertex = ready.pop()
        count += 1
        mex_bit = ~masks[vertex] & (masks[vertex] + 1)
        values[vertex] = mex_bit.bit_length() - 1
        for tail in predecessors.get(vertex, ()):
            masks[tail] |= mex_bit
            pending[tail] -= 1
            if not pending[tail]:
                ready.append(tail)
    if count < graph.vertices:
        raise CycleError(_cycle(graph, pending))
    return values


def _cycle(graph: Graph, pending: Sequence[int]) -> list[int]:
    """Return a cycle among the vertices with pending edges; each has a follower among them."""
    follower = [0] * (graph.vertices + 1)
    for tail, head in zip(graph.tails, graph.heads, strict=True):
        if pending[tail] and pending[head]:
            follower[tail] = head
    place: dict[int, int] = {}
    vertex = next(vertex for vertex, edges in enumerate(pending) if edges)
    while vertex not in place:
        place[vertex] = len(place)
        vertex = follower[vertex]
    cycle = list(place)[place[vertex] :]
    least = cycle.index(min(cycle))
    return cycle[least:] + cycle[:least]


def outcomes(graph: Graph) -> list[Outcome]:
    """Return the outcome of each vertex at its index by retrograde analysis, cycles allowed.

    A vertex is P if all its followers are N, and N if a follower is P. All remaining vertices are
    draws: neither player can force a win.
    """
    predecessors, pending = graph._predecessors()
    result: list[Outcome] = ["draw"] * (graph.vertices + 1)
    queue = [vertex for vertex in range(1, graph.vertices + 1) if not pending[vertex]]
    for vertex in queue:
        result[vertex] = "P"
    for vertex in queue:  # the list grows during the loop
        for tail in predecessors.get(vertex, ()):
            if result[tail] != "draw":
                continue
            pending[tail] -= 1
            if result[vertex] == "P":
                result[tail] = "N"
                queue.append(tail)
            elif not pending[tail]:
                result[tail] = "P"
                queue.append(tail)
    return result
