"""Games on a directed graph: a token moves along an edge, and who cannot move loses."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from nim.heaps import nim_sum

Move: TypeAlias = tuple[int, int, int]
"""A token, counted from 1, and the vertices that it moves from and to."""
Outcome: TypeAlias = Literal["N", "P", "draw"]
Label: TypeAlias = int | frozenset[int]
"""A nimber; or ∞, with the nimbers that a move turns it into."""

_LARGE = 200_000
"""From how many edges on it pays to load the compiled code."""


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

    def _predecessors(self) -> tuple[dict[int, list[int]], list[int]]:
        """Return the tails of the edges to each vertex, and how many edges leave it."""
        before: dict[int, list[int]] = {}
        edges = [0] * (self.vertices + 1)
        for tail, head in zip(self.tails, self.heads, strict=True):
            edges[tail] += 1
            before.setdefault(head, []).append(tail)
        return before, edges


def grundy_values(graph: Graph) -> list[int]:
    """Return the Grundy value of each vertex, at its own index; index 0 is 0 and stands for none.

    CycleError if the play could go on forever. Backwards from the vertices without a move: a vertex
    is valued when the last of its followers has been.
    """
    if len(graph.tails) >= _LARGE and (values := _compiled_values(graph)):
        return values
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
        for tail in before.get(vertex, ()):
            seen[tail] |= lowest_unseen
            pending[tail] -= 1
            if not pending[tail]:
                ready.append(tail)
    if valued < graph.vertices:
        raise CycleError(_cycle(graph, pending))
    return values


def _compiled_values(graph: Graph) -> list[int] | None:
    """Return the values, or None for a cycle and where there is no Numba."""
    try:
        from nim.compiled import graph_values
    except ImportError:
        return None
    return graph_values(graph.vertices, graph.tails, graph.heads)


def moves(graph: Graph, tokens: Sequence[int]) -> Iterator[Move]:
    """Yield every move of the tokens, by token, then by target."""
    followers: dict[int, set[int]] = {vertex: set() for vertex in tokens}
    for tail, head in zip(graph.tails, graph.heads, strict=True):
        if tail in followers:
            followers[tail].add(head)
    for token, vertex in enumerate(tokens, 1):
        yield from ((token, vertex, head) for head in sorted(followers[vertex]))


def winning_moves(graph: Graph, values: Sequence[int], tokens: Sequence[int]) -> Iterator[Move]:
    """Yield every winning move in the sum of the games of the tokens."""
    x = nim_sum(values[vertex] for vertex in tokens)
    return (move for move in moves(graph, tokens) if values[move[2]] == values[move[1]] ^ x)


def _cycle(graph: Graph, pending: Sequence[int]) -> list[int]:
    """Return a cycle among the vertices that have edges pending: each has such a follower."""
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


def outcomes(graph: Graph, misere: bool = False) -> list[Outcome]:
    """Return the outcome of each vertex by retrograde analysis, at its own index; cycles may occur.

    A vertex is P when all its followers are N, and N when one of them is P; one without followers
    is P, or N in misère play. What is left when nothing follows any more is a draw: neither player
    can be made to lose.
    """
    before, pending = graph._predecessors()
    result: list[Outcome] = ["draw"] * (graph.vertices + 1)
    known = [vertex for vertex in range(1, graph.vertices + 1) if not pending[vertex]]
    for vertex in known:
        result[vertex] = "N" if misere else "P"
    for vertex in known:  # which grows meanwhile
        for tail in before.get(vertex, ()):
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


def labels(graph: Graph) -> list[Label]:
    """Return the loopy value of each vertex at its own index: a nimber, or ∞ with a set.

    For m = 0, 1, 2, … in turn, a vertex gets m if no follower has m, each follower that has no
    nimber yet has a follower with m, so that the opponent can move back, and it has followers with
    all nimbers below m. What has no nimber in the end is ∞, with the nimbers of its followers.

    Source: A. S. Fraenkel and Y. Yesha, "The generalized Sprague-Grundy function and its
    invariance under certain mappings", J. Combin. Theory A 43 (1986); C. A. B. Smith (1966).
    """
    before, _ = graph._predecessors()
    after: list[list[int]] = [[] for _ in range(graph.vertices + 1)]
    for tail, head in zip(graph.tails, graph.heads, strict=True):
        after[tail].append(head)
    numbers: list[int | None] = [None] * (graph.vertices + 1)
    numbers[0] = 0  # stands for no vertex
    candidates = set(range(1, graph.vertices + 1))
    m = 0
    while candidates:
        followed = _give(m, candidates, numbers, after, before)
        candidates = {vertex for vertex in candidates & followed if numbers[vertex] is None}
        m += 1
    return [
        frozenset(n for head in after[vertex] if (n := numbers[head]) is not None)
        if number is None
        else number
        for vertex, number in enumerate(numbers)
    ]


def _give(
    m: int,
    candidates: set[int],
    numbers: list[int | None],
    after: list[list[int]],
    before: dict[int, list[int]],
) -> set[int]:
    """Give the number m to the candidates that have it; return what has a follower with m."""
    open_ends = {v: sum(numbers[head] is None for head in after[v]) for v in candidates}
    followed: set[int] = set()
    ready = [vertex for vertex, ends in open_ends.items() if not ends]
    while ready:
        vertex = ready.pop()
        if vertex in followed or numbers[vertex] is not None:
            continue
        numbers[vertex] = m
        for tail in before.get(vertex, ()):
            if tail in followed:
                continue
            followed.add(tail)
            if numbers[tail] is None:
                for above in before.get(tail, ()):
                    if above in open_ends:
                        open_ends[above] -= 1
                        if not open_ends[above]:
                            ready.append(above)
    return followed


def first_player_wins(labels: Sequence[Label], tokens: Sequence[int]) -> bool | None:
    """Whether who is to move wins the sum of the games of the tokens; None for a draw."""
    x = nim_sum(label for vertex in tokens if isinstance(label := labels[vertex], int))
    loops = [label for vertex in tokens if not isinstance(label := labels[vertex], int)]
    if not loops:
        return x != 0
    return True if len(loops) == 1 and x in loops[0] else None


def loopy_winning_moves(
    graph: Graph, labels: Sequence[Label], tokens: Sequence[int]
) -> Iterator[Move]:
    """Yield every move to a lost sum; cycles may occur."""
    for token, before, after in moves(graph, tokens):
        left = [*tokens[: token - 1], after, *tokens[token:]]
        if first_player_wins(labels, left) is False:
            yield token, before, after
