"""Tables of others: their encoding, their separator, their numbers and their times."""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.files import toml

NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:(\.)\d+)?|\d{1,3}(?:\.\d{3})+(,)\d+|\d+(?:([.,])\d+)?")
"""Matches a number, its thousands apart or not; the group that matches is its decimal mark."""
PLATFORMS = toml(__file__, "platforms.toml")
"""The words of platforms in their tables."""
_SEPARATOR = re.compile("sep=(.)[\r\n]", re.IGNORECASE)
_WORKBOOKS = (b"PK\3\4", b"\xd0\xcf\x11\xe0")
"""The first bytes of .xlsx and .xls."""
_HIGHEST = 20
"""The rows in which the names of the columns may be."""


def alike(old: str, new: str) -> bool:
    """Return whether two cells have the same text or the same number."""
    if NUMBER.fullmatch(old.strip()) and NUMBER.fullmatch(new.strip()):
        return value(old) == value(new)
    return old == new


def value(number: str) -> float:
    """Return the value of a number.

    >>> value("1,000"), value("1.000,5"), value("10,00")
    (1000.0, 1000.5, 10.0)
    """
    match = NUMBER.fullmatch(number.strip())
    whole, mark, decimals = number.rpartition((match and _mark(match)) or "x")
    return float(re.sub("[,.]", "", whole or decimals) + ("." + decimals if mark else ""))


def _mark(number: re.Match[str]) -> str | None:
    return number[number.lastindex] if number.lastindex else None


def decimals(cells: Iterable[str]) -> str:
    """Return the decimal mark of a column: a comma only if no cell has a point."""
    numbers = filter(None, (NUMBER.fullmatch(cell.strip()) for cell in cells))
    return "," if {*map(_mark, numbers)} & {",", "."} == {","} else "."


def text_of(cells: Sequence[str], at: int | None) -> str:
    """Return a cell; empty if the row or the sheet has no such column."""
    return cells[at] if at is not None and at < len(cells) else ""


def found_in(header: Sequence[str], names: Mapping[str, Sequence[str]]) -> dict[str, int | None]:
    """Return the index of a column for each kind; the first of its names counts."""
    words = [cell.strip().casefold() for cell in header]
    return {
        kind: next((words.index(name) for name in known if name in words), None)
        for kind, known in names.items()
    }


class Table(NamedTuple):
    """The rows of a CSV file, and all that is needed to write them as they were."""

    rows: list[list[str]]
    header: int
    """The index of the row of names."""
    separator: str
    encoding: str
    errors: str
    """The handler that keeps characters which the encoding lacks."""
    mark: str
    """The byte-order mark, if there is one."""
    end: str
    """What ends each line."""
    closed: bool
    """Whether the last line ends so, too."""

    @property
    def students(self) -> list[list[str]]:
        """The rows below the names that are not empty."""
        return [row for row in self.rows[self.header + 1 :] if any(map(str.strip, row))]

    def written(self) -> bytes:
        """Return the rows as a file."""
        lines = [*map(self._line, self.rows), *[""] * self.closed]
        return f"{self.mark}{self.end.join(lines)}".encode(self.encoding, self.errors)

    def _line(self, row: Sequence[str]) -> str:
        line = io.StringIO(newline="")
        csv.writer(line, delimiter=self.separator).writerow(row)
        return line.getvalue().removesuffix("\r\n")


def read(path: Path, has_names: Callable[[Sequence[str]], bool]) -> Table:
    """Return the table in a file; UserError if there is none.

    The names of the columns are in the first of its first rows for which `has_names` is true, or
    else in the first. The separator is that of this row, unless Excel's line ``sep=;`` says it.
    """
    data = path.read_bytes()
    if data.startswith(_WORKBOOKS):
        raise UserError("{path}是 Excel 的活頁簿，請另存成 CSV", path=quote(str(path)))
    encoding, errors = _encoding(data)
    try:
        text = data.decode(encoding, errors)
    except UnicodeDecodeError:  # half a character of UTF-16
        template = "{name}打不開：檔案壞了，或不是它的名字說的格式"
        raise UserError(template, name=quote(str(path))) from None
    mark = text[: text.startswith("\ufeff")]
    text = text.removeprefix(mark)
    most = max(csv.field_size_limit(), len(text))  # 128 KiB by default; some feedback is longer
    csv.field_size_limit(most)
    said = _SEPARATOR.match(text)
    tables = {sign: [*_rows(text, sign)] for sign in (said[1] if said else ",;\t")}
    headers = {sign: _header(rows, has_names) for sign, rows in tables.items()}
    separator = max(headers, key=lambda sign: headers[sign][0])
    rows, ending = tables[separator], re.search("\r\n|\r|\n", text)
    if not any(cell.strip() for row in rows for cell in row):
        raise UserError("{path}是空的", path=quote(str(path)))
    end, closed = ending[0] if ending else "", text.endswith(("\r", "\n"))
    return Table(rows, headers[separator][1], separator, encoding, errors, mark, end, closed)


def _rows(text: str, separator: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator)


def _header(
    rows: Sequence[Sequence[str]], has_names: Callable[[Sequence[str]], bool]
) -> tuple[tuple[bool, int], int]:
    """Return whether a row has the names and its length, and its index."""
    full = [at for at, row in enumerate(rows) if any(map(str.strip, row))]
    known = [at for at in full[:_HIGHEST] if has_names([cell.strip() for cell in rows[at]])]
    at = (known or full or [0])[0]
    return (bool(known), len(rows[at]) if rows else 0), at


def _encoding(data: bytes) -> tuple[str, str]:
    """Return the encoding of a table, and the handler that keeps characters which are none."""
    for mark, encoding in (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"):
        if data.startswith(mark):
            return encoding, "surrogatepass"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "cp950", "surrogateescape"
    return "utf-8", "strict"


def moment(words: str) -> datetime:
    """Return a time that Moodle writes in English or Chinese; ValueError for other words.

    >>> str(moment("Wednesday, 10 June 2026, 2:14 PM")), str(moment("2026年06月10日 星期三 14:14"))
    ('2026-06-10 14:14:00', '2026-06-10 14:14:00')
    """
    plain = re.sub(PLATFORMS["weekday"], "", words)
    for format_ in PLATFORMS["times"]:
        try:
            return datetime.strptime(plain, format_)
        except ValueError:
            continue
    raise ValueError(words)
