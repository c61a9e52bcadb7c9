"""Nim and Choose Nim: the count and the heaps in, the value and the winning moves out."""

from __future__ import annotations

from nim.integers import Integers
from nim.text.verdict import decimal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardjudge.stdio import Lines
    from nim.heaps import Move


def read_heaps(lines: Lines) -> Sequence[int]:
    """Read N and N heaps; InputError unless there are N of them."""
    integers = Integers(lines)
    count = integers.one("堆數")
    if integers.left != count:
        index = 1 + min(count, integers.left)
        raise integers.error(index, f"應有 {decimal(count)} 堆，卻有 {integers.left} 堆")
    return integers.take(count, "石頭數")


def render_moves(moves: Iterable[Move]) -> str:
    """Return a line for each winning move."""
    return "".join(
        [f"第 {heap} 堆：{decimal(before)} -> {decimal(after)}\n" for heap, before, after in moves]
    )


def render_choices(numbers: Iterable[int]) -> str:
    """Return a line for each winning choice, which is of an empty heap."""
    return "".join([f"選第 {number} 堆：0\n" for number in numbers])
