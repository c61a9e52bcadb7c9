"""Tables and sentences in plain text, in columns of a terminal."""

import re
import sys
from collections.abc import Container, Iterator, Sequence
from shutil import get_terminal_size

from rich.cells import cell_len, chop_cells

OPENING, CLOSING, WIDE = "（「『《[", "，。、；：！？）」』》", "\u2e80-\uffff"
_KEPT = "\u2060"
"""Around a phrase that no line break may divide: the word joiner of Unicode."""
# Chinese may break anywhere except at punctuation, other text only at blanks; no line ends with a
# number whose unit begins the next one.
_PART = rf"(?:\d[\d,.–]* )?(?:[^ {WIDE}]+|[{WIDE}])"
UNIT = re.compile(rf" +|[{OPENING}]*(?:{_KEPT}[^{_KEPT}]*{_KEPT}|{_PART})[{CLOSING}]*[,;]?")


def kept(phrase: str) -> str:
    """Return a phrase that `folded` divides only if it is wider than a line."""
    return f"{_KEPT}{phrase}{_KEPT}"


def folded(
    text: str,
    width: int | None,
    indent: str = "",
    hang: str = "",
    unit: re.Pattern[str] = UNIT,
    end: str = "",
) -> list[str]:
    """Return a text as lines of at most `width` columns; all but the last have `end`.

    The first line begins with `indent`, all others with `hang`. Without a width it is one line.

    >>> folded("可以：0 1（對子 ♣3 ♦3）、4 8", 20)
    ['可以：0 1（對子 ♣3', '♦3）、4 8']
    >>> folded(f"可以：{kept('0 1（對子 ♣3 ♦3）')}、{kept('4 8')}", 20)
    ['可以：', '0 1（對子 ♣3 ♦3）、', '4 8']
    """
    if width is None:
        return [indent + text.replace(_KEPT, "")]
    lines, line = [], indent
    for piece in _pieces(text, width - cell_len(hang), unit):
        if cell_len(line + piece.rstrip() + end) > width:
            lines.append(line.rstrip() + end)
            line, piece = hang, piece.lstrip()
        line += piece
    return [*lines, line.rstrip()]


def _pieces(text: str, room: int, unit: re.Pattern[str]) -> Iterator[str]:
    """Yield what no line break divides, unless it is a word or a phrase wider than a line."""
    for piece in unit.findall(text):
        plain = piece.replace(_KEPT, "")
        if cell_len(plain) <= room or unit is not UNIT:
            yield plain
        elif _KEPT in piece:
            yield from _pieces(plain, room, unit)
        else:
            yield from chop_cells(plain, room)


def print_folded(text: str) -> None:
    """Print a text; a terminal gets its lines folded between words."""
    room = get_terminal_size().columns if sys.stdout.isatty() else None
    for line in text.split("\n"):
        print(*folded(line, room), sep="\n")


def columns(
    rows: Sequence[Sequence[str]], right: Container[int] = (), room: int | None = None
) -> list[str]:
    """Return rows as lines with aligned columns; a wide character takes two columns.

    Lines have no trailing blanks. The columns with the indices in `right` are aligned to the right.
    A last column that ends beyond `room` columns continues below itself.

    >>> print(*columns([("選手", "勝場"), ("a", "9"), ("b", "12")], right={1}), sep=chr(10))
    選手  勝場
    a        9
    b       12
    """
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - cell_len(cell))
            cells.append(blanks + cell if index in right else cell + blanks)
        start = "  ".join([*cells[:-1], ""])
        if room is None or len(cells) - 1 in right:
            lines.append((start + cells[-1]).rstrip())
        else:
            lines += folded(row[-1], room, start, " " * cell_len(start))
    return lines
