"""The input and the output of the judges."""

from __future__ import annotations

from cardjudge.errors import UserError, quote
from nim.integers import Integers, read_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardjudge.errors import InputError
    from cardjudge.stdio import Lines
    from nim.graph import Outcome
    from nim.line import LineGame

MOST_VERTICES = 2_000_000
"""Limit of the vertices: each takes memory and a line of output, even without edges."""
_SHOWN = 12
"""Number of vertices that an error names at the start of a long cycle."""
_BITS = 14_000
"""A number of at most so many bits has at most 4215 digits."""
OUTCOMES = {"N": "N", "P": "P", "draw": "和局"}
TOKEN = "枚棋子"
TOO_FAR = "走得到的步數太大，或終點太遠，算不出誰會贏"


def verdict(first_player_wins: bool) -> str:
    """Return the verdict without a line end."""
    return "先手必勝" if first_player_wins else "後手必勝"


def is_long(number: int) -> bool:
    """Return whether a natural number may have more digits than the 4300 that ``str`` allows."""
    return number.bit_length() > _BITS


def decimal(number: int) -> str:
    """Return the digits of a natural number of any size."""
    if not is_long(number):
        return str(number)
    high, low = divmod(number, 10**4000)
    return f"{decimal(high)}{low:04000}"


def short(number: int) -> str:
    """Return the digits for an error message, shortened if they are too many."""
    digits = str(number)
    return digits if len(digits) <= 40 else quote(digits)


def read_heaps(lines: Lines) -> Sequence[int]:
    """Read N and N heaps; InputError for another number of heaps."""
    integers = Integers(lines)
    count = integers.one("堆數")
    integers.check_left(count, "應有 {count} 堆，卻有 {given} 堆")
    return integers.take(count)


def render_moves(moves: Iterable[tuple[int, object, object]], of: str = "堆") -> str:
    """Return a line for each winning move in a heap or of a token."""
    return "".join([f"第 {which} {of}：{before} -> {after}\n" for which, before, after in moves])


def render_choices(numbers: Iterable[int]) -> str:
    """Return a line for each winning choice; these are the empty heaps."""
    return "".join([f"選第 {number} 堆：0\n" for number in numbers])


def render_part(number: int, line: str) -> str:
    """Return the line of one game of a sum."""
    return f"第 {number} 個：{line}\n"


def read_line(lines: Lines) -> LineGame:
    """Read ``end start``, the first player's steps and, if given, the second player's steps."""
    from nim.line import LineGame

    end, start = read_all(lines, lines.expect("終點與起點"), ends)
    first = read_all(lines, lines.expect("先手的步數"), steps)
    second = next(lines, "")
    return LineGame(end, start, first, read_all(lines, second, steps) if second else first)


def ends(numbers: list[int]) -> list[int]:
    """Return the end and the start of a line; UserError for other numbers."""
    if len(numbers) != 2:
        raise UserError("應有終點與起點兩個數，卻有 {count} 個", count=len(numbers))
    end, start = numbers
    if start > end:
        raise UserError("起點 {start} 超過終點 {end}", start=short(start), end=short(end))
    return numbers


def steps(numbers: list[int]) -> frozenset[int]:
    """Return the steps of a player; UserError if they are none."""
    if not numbers:
        raise UserError("沒有步數")
    if 0 in numbers:
        raise UserError("步數 0 不是正整數")
    return frozenset(numbers)


def render_value(position: int, value: int) -> str:
    """Return the line of a position in normal impartial play."""
    return f"SG({position}) = {value} {verdict(value != 0)}\n"


def render_classes(position: int, normal: str, misere: str) -> str:
    """Return the line of the outcome classes of a position."""
    return f"位置 {position}：標準 {normal}，匱乏 {misere}\n"


def render_kind(game: LineGame, misere: bool) -> str:
    """Return the line with the kind of game."""
    return f"{'匱乏' if misere else '標準'}{'無偏' if game.impartial else '有偏'}賽局\n"


class GraphInput:
    """A graph, its tokens if it may have some, and the places of its edges in the input."""

    def __init__(self, lines: Lines, tokens: bool = True) -> None:
        from nim.graph import Graph

        self._integers = integers = Integers(lines)
        vertices, edges = integers.one("頂點數"), integers.one("邊數")
        if vertices > MOST_VERTICES:
            raise integers.error(
                0, "頂點最多 {most} 個，不能是 {given}", most=MOST_VERTICES, given=short(vertices)
            )
        self._edges_at = integers.taken
        if integers.left < 2 * edges:
            end = self._edges_at + integers.left
            parts = {"edges": edges, "given": integers.left // 2}
            raise integers.error(end, "應有 {edges} 條邊，只有 {given} 條", **parts)
        ends = self._take(2 * edges, vertices)
        self.graph = Graph(vertices, ends[::2], ends[1::2])
        self.tokens: Sequence[int] | None = None
        """The vertices of the tokens; None if the input ends with the edges."""
        if not tokens:
            integers.check_left(0, "有環的圖不放棋子，邊之後卻還有 {given} 個數")
        if integers.left:
            count = integers.one("棋子數")
            integers.check_left(count, "應有 {count} 枚棋子，卻有 {given} 枚")
            self.tokens = self._take(count, vertices)

    def _take(self, count: int, vertices: int) -> Sequence[int]:
        """Take `count` vertices; InputError for a number that is not a vertex."""
        at = self._integers.taken
        numbers = self._integers.take(count)
        if numbers and not 1 <= min(numbers) <= max(numbers) <= vertices:
            index = next(i for i, vertex in enumerate(numbers) if not 1 <= vertex <= vertices)
            parts = {"vertex": numbers[index], "vertices": vertices}
            raise self._integers.error(
                at + index, "頂點 {vertex} 不在 1 到 {vertices} 之間", **parts
            )
        return numbers

    def values(self) -> list[int]:
        """Return the Grundy value of each vertex; InputError that names a cycle if there is one."""
        from nim.graph import CycleError, grundy_values

        try:
            return grundy_values(self.graph)
        except CycleError as error:
            raise self._cycle_error(error.cycle) from None

    def _cycle_error(self, cycle: Sequence[int]) -> InputError:
        """Return the error of a cycle, at the line of the edge that closes it."""
        edges = set(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        last = 0
        for index, edge in enumerate(zip(self.graph.tails, self.graph.heads, strict=True)):
            if edge in edges:
                edges.discard(edge)
                last = index
        names = " -> ".join(map(str, cycle[:_SHOWN]))
        template = "圖裡有環：{names} -> {first}"
        if len(cycle) > _SHOWN:
            template = "圖裡有環：{names} -> …（共 {count} 個頂點） -> {first}"
        at = self._edges_at + 2 * last
        return self._integers.error(at, template, names=names, count=len(cycle), first=cycle[0])


def render_values(values: Iterable[int]) -> str:
    """Return a line for each vertex from 1 on; the first value belongs to vertex 0."""
    return "".join([f"SG({vertex}) = {value}\n" for vertex, value in enumerate(values) if vertex])


def render_outcomes(outcomes: Iterable[Outcome]) -> str:
    """Return a line for each vertex from 1 on; the first outcome belongs to vertex 0."""
    return "".join(
        [f"{vertex}：{OUTCOMES[outcome]}\n" for vertex, outcome in enumerate(outcomes) if vertex]
    )
