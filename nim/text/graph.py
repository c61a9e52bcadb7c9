"""Games on graphs: vertices, edges and tokens in, Grundy values and winning moves out."""

from __future__ import annotations

from nim.graph import Graph
from nim.integers import Integers, parse
from nim.kernels import kernels
from nim.text.verdict import decimal, short

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from cardjudge.errors import InputError
    from cardjudge.stdio import Lines
    from nim.graph import Move, Outcome

_LARGE = 1 << 21
"""From how many bytes on it pays to load the compiled kernels."""
MOST_VERTICES = 2_000_000
"""Each takes memory and a line of output, whether it has edges or not."""
_SHOWN = 12
"""How many vertices of a long cycle are named from its beginning."""
_OUTCOMES = {"N": "N", "P": "P", "draw": "和局"}


class GraphInput:
    """A graph and the tokens on it, and where in the input its edges are."""

    def __init__(self, lines: Lines) -> None:
        self._integers = integers = Integers(lines, _parse)
        vertices, edges = integers.one("頂點數"), integers.one("邊數")
        if vertices > MOST_VERTICES:
            raise integers.error(0, f"頂點最多 {MOST_VERTICES} 個，不能是 {short(vertices)}")
        self._edges_at = 2
        if integers.left < 2 * edges:
            raise integers.error(
                2 + integers.left, f"應有 {decimal(edges)} 條邊，只有 {integers.left // 2} 條"
            )
        ends = integers.take(2 * edges, "邊")
        self._check_vertices(ends, vertices, self._edges_at)
        self.graph = Graph(vertices, ends[::2], ends[1::2])
        self.tokens: Sequence[int] | None = None
        """The vertices of the tokens; None where the input ends with the edges."""
        if integers.left:
            self._read_tokens(vertices)

    def _read_tokens(self, vertices: int) -> None:
        integers = self._integers
        count = integers.one("棋子數")
        at = self._edges_at + 2 * len(self.graph.tails) + 1
        if integers.left != count:
            reason = f"應有 {decimal(count)} 枚棋子，卻有 {integers.left} 枚"
            raise integers.error(at + min(count, integers.left), reason)
        self.tokens = [int(vertex) for vertex in integers.take(count, "棋子")]
        self._check_vertices(self.tokens, vertices, at)

    def _check_vertices(self, given: Sequence[int], vertices: int, at: int) -> None:
        if not len(given):
            return
        least, greatest = _bounds(given)
        if least < 1 or greatest > vertices:
            index = next(i for i, vertex in enumerate(given) if not 1 <= vertex <= vertices)
            reason = f"頂點 {decimal(given[index])} 不在 1 到 {decimal(vertices)} 之間"
            raise self._integers.error(at + index, reason)

    def cycle_error(self, cycle: Sequence[int]) -> InputError:
        """Make the error that names a cycle, at the line of the edge that closes it."""
        edges = set(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        last = 0
        for index, edge in enumerate(zip(self.graph.tails, self.graph.heads, strict=True)):
            if edge in edges:
                edges.discard(edge)
                last = index
        names = [*map(str, cycle[:_SHOWN]), str(cycle[0])]
        if len(cycle) > _SHOWN:
            names.insert(-1, f"…（共 {len(cycle)} 個頂點）")
        return self._integers.error(self._edges_at + 2 * last, f"圖裡有環：{' -> '.join(names)}")


def _parse(data: bytes) -> Sequence[int]:
    if len(data) >= _LARGE and (fast := kernels()):
        try:
            numbers: Sequence[int] = fast.parse(data)
        except OverflowError:
            return parse(data)
        return numbers
    return parse(data)


def _bounds(numbers: Any) -> tuple[int, int]:
    if hasattr(numbers, "min"):  # the built-in functions would take a second for a large array
        return numbers.min(), numbers.max()
    return min(numbers), max(numbers)


def render_values(values: Iterable[int]) -> str:
    """Return a line for each vertex from 1 on; the values begin with that of vertex 0."""
    return "".join([f"SG({vertex}) = {value}\n" for vertex, value in enumerate(values) if vertex])


def render_outcomes(outcomes: Iterable[Outcome]) -> str:
    """Return a line for each vertex from 1 on; the outcomes begin with that of vertex 0."""
    return "".join(
        [f"{vertex}：{_OUTCOMES[outcome]}\n" for vertex, outcome in enumerate(outcomes) if vertex]
    )


def render_moves(moves: Iterable[Move]) -> str:
    """Return a line for each winning move."""
    return "".join([f"第 {token} 枚棋子：{before} -> {after}\n" for token, before, after in moves])
