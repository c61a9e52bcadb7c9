"""Compiled Grundy values of large graphs. Needs Numba (the extra ``fast``)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardjudge.series.compiled import compiled


def graph_values(vertices: int, tails: Sequence[int], heads: Sequence[int]) -> list[int] | None:
    """Return the same as `nim.graph.grundy_values`, or None for a graph with a cycle."""
    of, to = (np.asarray(ends, np.int32) for ends in (tails, heads))
    values = np.zeros(vertices + 1, np.int32)
    if _graph_values(vertices, of, to, values) < vertices:
        return None
    result: list[int] = values.tolist()
    return result


@compiled
def _adjacency(
    vertices: int, of: NDArray[np.int32], to: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Sort the edges by `of`; return the start of each vertex's edges, and their ends in `to`."""
    begin = np.zeros(vertices + 2, np.int32)
    for vertex in of:
        begin[vertex + 1] += 1
    for vertex in range(vertices + 1):
        begin[vertex + 1] += begin[vertex]
    ends = np.empty(len(of), np.int32)
    place = begin.copy()
    for edge in range(len(of)):
        ends[place[of[edge]]] = to[edge]
        place[of[edge]] += 1
    return begin, ends


@compiled
def _graph_values(
    vertices: int, tails: NDArray[np.int32], heads: NDArray[np.int32], values: NDArray[np.int32]
) -> int:
    after, followers = _adjacency(vertices, tails, heads)
    before, predecessors = _adjacency(vertices, heads, tails)
    pending = after[1:] - after[:-1]
    seen = np.zeros(vertices + 2, np.int32)
    order = np.empty(vertices + 1, np.int32)
    known = 0
    for vertex in range(1, vertices + 1):
        if pending[vertex] == 0:
            order[known] = vertex
            known += 1
    done = 0
    while done < known:
        vertex = order[done]
        done += 1
        for place in range(after[vertex], after[vertex + 1]):
            seen[values[followers[place]]] = vertex
        value = 0
        while seen[value] == vertex:
            value += 1
        values[vertex] = value
        for place in range(before[vertex], before[vertex + 1]):
            tail = predecessors[place]
            pending[tail] -= 1
            if pending[tail] == 0:
                order[known] = tail
                known += 1
    return done
