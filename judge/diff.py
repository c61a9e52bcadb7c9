"""An answer and an output side by side, line against line."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from io import BytesIO
from itertools import islice, zip_longest

from rich.table import Table
from rich.text import Text

from cardjudge.language import say
from judge.explain import visible

_MOST = 2000
"""How many lines are shown and aligned by what they say; the time grows with the square."""
_BEFORE = 20
"""How many lines are shown before the first that differs, where there are more than `_MOST`."""
_LONGEST = 1000
"""How many bytes of a line are shown."""


def side_by_side(answer: bytes, output: bytes, line: int) -> Table:
    """Return a table of all lines; those that differ have everything in them made visible.

    Of very many it has those from a little before the first `line` that differs, counted from 1,
    and a long one is cut.
    """
    many = max(answer.count(b"\n"), output.count(b"\n")) > _MOST
    skipped = max(0, line - _BEFORE) if many else 0
    wanted, came = _rows(answer, skipped), _rows(output, skipped)
    table = Table(box=None, pad_edge=False, expand=True, header_style="bold")
    for title in say("預期"), say("得到"):
        table.add_column("", justify="right", style="dim", no_wrap=True)
        table.add_column(title, ratio=1, overflow="fold")
    for left, right in aligned(wanted, came):
        same = left is not None and right is not None and wanted[left] == came[right]
        table.add_row(
            *_cells(wanted, left, skipped, "" if same else "green"),
            *_cells(came, right, skipped, "" if same else "red"),
        )
    return table


def aligned(wanted: list[str], came: list[str]) -> Iterator[tuple[int | None, int | None]]:
    """Yield pairs of indices of lines that stand beside each other; None where there is no line.

    >>> list(aligned(["a", "b", "c"], ["a", "c"]))
    [(0, 0), (1, None), (2, 1)]
    """
    start, most = 0, min(len(wanted), len(came))
    while start < most and wanted[start] == came[start]:
        yield start, start
        start += 1
    matcher = SequenceMatcher(None, wanted[start:], came[start:], autojunk=False)
    for _, *ends in matcher.get_opcodes():
        left, left_end, right, right_end = (start + end for end in ends)
        yield from zip_longest(range(left, left_end), range(right, right_end))


def _rows(data: bytes, skipped: int) -> list[str]:
    rows = islice(BytesIO(data), skipped, skipped + _MOST)
    return [_cut(row).decode(errors="surrogateescape") for row in rows]


def _cut(row: bytes) -> bytes:
    return row if len(row) <= _LONGEST else row[:_LONGEST] + "…\n".encode()


def _cells(rows: list[str], index: int | None, skipped: int, style: str) -> tuple[Text, Text]:
    if index is None:
        return Text(), Text()
    shown = Text(visible(rows[index]), style) if style else Text(rows[index].rstrip("\n"))
    return Text(str(skipped + index + 1)), shown
