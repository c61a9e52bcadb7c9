"""An answer and an output side by side, line against line."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import TypeAlias

from rich.table import Table
from rich.text import Text

from cardjudge.language import say
from judge.explain import visible

_MOST = 2000
"""How many lines are aligned by what they say; the time grows with the square."""

Row: TypeAlias = tuple[int | None, int | None]


def side_by_side(answer: bytes, output: bytes) -> Table:
    """Return a table of all lines; those that differ have everything in them made visible."""
    wanted, came = _rows(answer), _rows(output)
    table = Table(box=None, pad_edge=False, expand=True, header_style="bold")
    for title in say("預期"), say("得到"):
        table.add_column("", justify="right", style="dim", no_wrap=True)
        table.add_column(title, ratio=1, overflow="fold")
    for left, right in aligned(wanted, came):
        same = left is not None and right is not None and wanted[left] == came[right]
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


def _rows(data: bytes) -> list[str]:
    rows = data.decode(errors="surrogateescape").split("\n")
    ended = [f"{row}\n" for row in rows[:-1]]
    return [*ended, rows[-1]] if rows[-1] else ended


def _cells(rows: list[str], index: int | None, same: bool, style: str) -> tuple[Text, Text]:
    if index is None:
        return Text(), Text()
    row = rows[index]
    shown = Text(row.rstrip("\n")) if same else Text(visible(row), style)
    return Text(str(index + 1)), shown
