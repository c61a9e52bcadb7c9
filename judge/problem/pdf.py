"""A statement as a plain PDF: CMS asks for one.

Only what is needed: A4 pages of lines in one font, which the reader brings along. The fonts of the
collection Adobe-CNS1 need not be embedded; half-width characters of it are 1/2 em wide, all others
1 em, so that lines can be broken without any table of widths.

Source: ISO 32000-1 (PDF 1.7), 9.7.3 "CIDSystemInfo" and 9.7.5 "CMaps".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from judge.problem.problem import Problem

_PAGE = (595, 842)
"""A4, in points."""
_MARGIN = 60
_SIZE = 11
_LEADING = 18
_COLUMNS = 2 * (_PAGE[0] - 2 * _MARGIN) // _SIZE
"""How many half-width characters fit into a line."""
_ROWS = (_PAGE[1] - 2 * _MARGIN) // _LEADING
_NO_BREAK_BEFORE = "，。、；：！？」）》…"


def to_pdf(problem: Problem) -> bytes:
    """Return the statement with its title."""
    rows = [problem.title, ""]
    for line in problem.statement.splitlines():
        if not line.startswith("```"):
            rows += _broken(line.replace("`", "").removeprefix("## "))
    return _document([rows[start : start + _ROWS] for start in range(0, len(rows), _ROWS)])


def _broken(line: str) -> Iterator[str]:
    """Break a line where it is full, but not before closing punctuation."""
    row, used = "", 0
    for character in line:
        width = _width(character)
        if used + width > _COLUMNS and character not in _NO_BREAK_BEFORE:
            yield row
            row, used = "", 0
        row += character
        used += width
    yield row


def _width(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WFA" else 1


def _document(pages: list[list[str]]) -> bytes:
    # 1 catalogue, 2 page tree, 3-5 font; then each page and its content.
    first = 6
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    width, height = _PAGE
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} "
        f"/MediaBox [0 0 {width} {height}] /Resources << /Font << /F 3 0 R >> >> >>",
        "<< /Type /Font /Subtype /Type0 /BaseFont /MSung-Light /Encoding /UniCNS-UTF16-H "
        "/DescendantFonts [4 0 R] >>",
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /MSung-Light /FontDescriptor 5 0 R "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (CNS1) /Supplement 0 >> "
        "/DW 1000 /W [1 [500] 2 98 500 13648 13742 500] >>",
        "<< /Type /FontDescriptor /FontName /MSung-Light /Flags 4 /FontBBox [-160 -249 1015 888] "
        "/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
    ]
    for number, rows in enumerate(pages):
        content = "\n".join(_content(rows))
        objects += [
            f"<< /Type /Page /Parent 2 0 R /Contents {first + 2 * number + 1} 0 R >>",
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        ]
    return _file(objects)


def _content(rows: list[str]) -> Iterator[str]:
    yield f"BT /F {_SIZE} Tf {_LEADING} TL {_MARGIN} {_PAGE[1] - _MARGIN} Td"
    for row in rows:
        yield f"<{row.encode('utf-16-be').hex()}> Tj T*"
    yield "ET"


def _file(objects: list[str]) -> bytes:
    data = b"%PDF-1.7\n"
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode("ascii")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    return data + (
        f"xref\n0 {size}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{len(data)}\n%%EOF\n"
    ).encode("ascii")
