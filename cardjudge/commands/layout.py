"""Text laid out in lines that fit a terminal; a wide character takes two columns."""

import re
from collections.abc import Iterator

from rich.cells import cell_len, chop_cells

_OPENING, _CLOSING = "（「『《[", "，。、；：！？）」』》"
_WIDE = (
    "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
)
# Chinese may break anywhere except at punctuation, other text only at blanks.
_UNIT = re.compile(rf" +|[{_OPENING}]*(?:[^ {_WIDE}]+|[{_WIDE}])[{_CLOSING}]*")
_WORD = re.compile(r"(?:'[^']*'|\"[^\"]*\"|[^\s])+")


def joined(lines: list[str]) -> str:
    """Join the lines of a paragraph, with a blank except around Chinese and its punctuation.

    >>> joined(["牌堆，", "names", "與", "動作。"])
    '牌堆，names 與動作。'
    """
    text = ""
    for line in lines:
        left, right = text[-1:], line[:1]
        chinese = re.fullmatch(rf"[{_WIDE}]{{2}}", left + right)
        apart = text and not chinese and left not in _CLOSING and right not in _OPENING
        text += " " + line if apart else line
    return text


def wrapped(text: str, width: int, indent: int = 4, hang: int | None = None) -> str:
    """Break a paragraph into lines of `width` columns; all but the first start at `hang`.

    >>> print(wrapped("輸入：第一行是 deck，由下而上。", 16, 2))
      輸入：第一行是
      deck，由下而
      上。
    """
    hang = indent if hang is None else hang
    lines, line = [], " " * indent
    room = width - cell_len(line)
    for unit in _pieces(text, width - hang):
        if cell_len(unit.rstrip()) > room:
            lines.append(line.rstrip())
            line, room = " " * hang, width - hang
            unit = unit.lstrip()
        line += unit
        room -= cell_len(unit)
    return "\n".join([*lines, line.rstrip()])


def shortened(text: str, width: int) -> str:
    """Return a text cut to `width` columns.

    >>> shortened("輸出整場遊戲。", 8)
    '輸出整…'
    """
    return text if cell_len(text) <= width else chop_cells(text, width - 1)[0] + "…"


def wrapped_command(command: str, width: int, indent: int = 4) -> str:
    r"""Break a command with backslashes, as a shell allows, and never inside quotes.

    >>> print(wrapped_command("judge testdata/big2 -- big2", 22, 2))
      $ judge \
        testdata/big2 -- \
        big2
    """
    start = indent + 1
    lines = [" " * indent + "$"]
    for word in _WORD.findall(command):
        if len(lines[-1]) > start and cell_len(f"{lines[-1]} {word} \\") > width:
            lines[-1] += " \\"
            lines.append(" " * start)  # each word adds a blank before itself
        lines[-1] += f" {word}"
    return "\n".join(lines)


def definition(term: str, text: str, width: int, indent: int, hang: int) -> str:
    """Set a term with its text at column `hang`, on the same line if the term leaves room."""
    if not text:
        return wrapped(term, width, indent, hang)
    if cell_len(term) > hang - indent - 2:
        return "\n".join([wrapped(term, width, indent, hang), wrapped(text, width, hang)])
    lead = " " * indent + term
    return lead + wrapped(text, width, hang)[cell_len(lead) :]


def _pieces(text: str, width: int) -> Iterator[str]:
    for unit in _UNIT.findall(text):
        yield from [unit] if cell_len(unit) <= width else chop_cells(unit, width)
