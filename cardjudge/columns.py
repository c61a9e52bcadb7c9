"""Tables in plain text."""

from collections.abc import Container, Sequence

from rich.cells import cell_len


def columns(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> list[str]:
    """Return rows as lines with aligned columns; a wide character takes two columns.

    Lines have no trailing blanks. The columns with the indices in `right` are aligned to the right.

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
        lines.append("  ".join(cells).rstrip())
    return lines
