"""An answer and an output side by side, line against line."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from io import BytesIO
from itertools import islice
from typing import NamedTuple, TypeAlias

from rich.table import Table
from rich.text import Text

from cardjudge.language import say
from judge.explain import visible

_MOST = 2000
"""How many lines are aligned by what they say; the time grows with the square."""

_BEFORE = 20
"""How many lines are shown before the first that differs, where there are more than `_MOST`."""
_LONGEST = 1000
"""How many bytes of a line are shown."""

Row: TypeAlias = tuple[int | None, int | None]


class Rows(NamedTuple):
    """Lines, and how many there are before them."""

    skipped: int
    lines: list[str]


def side_by_side(answer: bytes, output: bytes, line: int) -> Table:
    """Return a table of all lines; those that differ have everything in them made visible.

    Of very many it has those from a little before the first `line` that differs, counted from 1,
    and a long one is cut.
    """
    many = max(answer.count(b"\n"), output.count(b"\n")) > _MOST
    skipped = max(0, line - _BEFORE) if many else 0
    wanted, came = Rows(skipped, _rows(answer, skipped)), Rows(skipped, _rows(output, skipped))
    table = Table(box=None, pad_edge=False, expand=True, header_style="bold")
    for title in say("預期"), say("得到"):
        table.add_column("", justify="right", style="dim", no_wrap=True)
        table.add_column(title, ratio=1, overflow="fold")
    for left, right in aligned(wanted.lines, came.lines):
        same = left is not None and right is not None and wanted.lines[left] == came.lines[right]
        table.add_row(*_cells(wanted, left, same, "green"), *_cells(came, right, same, "red"))
    return table


def aligned(wanted: list[str], came: list[str]) -> Iterator[Row]:
    """Yield pairs of indices of lines that stand beside each other; None where there is no line.

    >>> list(aligned(["a", "b", "c"], ["a", "c"]))
    [(0, 0), (1, None), (2, 1)]
    """
    start, most = 0, min(len(wanted), len(came))
    while start < most and wanted[start] == came[start]:
        yield start, start
        start += 1
    if max(len(wanted), len(came)) - start > _MOST:
        yield from _paired(range(start, len(wanted)), range(start, len(came)))
        return
    matcher = SequenceMatcher(None, wanted[start:], came[start:], autojunk=False)
    for _, left, left_end, right, right_end in matcher.get_opcodes():
        yield from _paired(
            range(start + left, start + left_end), range(start + right, start + right_end)
        )


def _paired(left: range, right: range) -> Iterator[Row]:
    for index in range(max(len(left), len(right))):
        yield (
            left[index] if index < len(left) else None,
            right[index] if index < len(right) else None,
        )


def _rows(data: bytes, skipped: int) -> list[str]:
    rows = islice(BytesIO(data), skipped, skipped + _MOST)
    return [_cut(row).decode(errors="surrogateescape") for row in rows]


def _cut(row: bytes) -> bytes:
    return row if len(row) <= _LONGEST else row[:_LONGEST] + "…\n".encode()


def _cells(rows: Rows, index: int | None, same: bool, style: str) -> tuple[Text, Text]:
    if index is None:
        return Text(), Text()
    row = rows.lines[index]
    shown = Text(row.rstrip("\n")) if same else Text(visible(row), style)
    return Text(str(rows.skipped + index + 1)), shown
