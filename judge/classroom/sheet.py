"""A platform's sheet of grades, filled in: all other cells keep their values.

Python's csv reads and writes the cells. The encoding, the byte-order mark, the separator and the
line ends stay. Moodle's importer needs the number in the identifier column, and Canvas's needs the
ID; both stay.
"""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.files import toml
from cardjudge.language import listed
from judge.classroom.grades import Grade, shown
from judge.classroom.intake import Entry

_CANVAS_TOTAL = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)|Section|ID$")
_CANVAS_ID = re.compile(r" \(\d+\)$")
_CANVAS_NO_STUDENT = re.compile(r"\s*(Points Possible|$)")
_NUMBER = re.compile(r"\d+(?:([.,])\d+)?")
_PARTICIPANT = re.compile(r"(\D*)(\d+)")


class Columns(NamedTuple):
    """Indices of the columns that matter; None if the sheet lacks one."""

    grade: int
    most: int | None = None
    feedback: int | None = None
    user: int | None = None
    excused: str = ""
    """The text that marks an excused student."""


class Filled(NamedTuple):
    """A filled sheet, and the students found on only one side."""

    data: bytes = b""
    missing: Sequence[str] = ()
    """Students in the sheet without a submission."""
    unknown: Sequence[str] = ()
    """Students with a submission who are not in the sheet."""
    twice: Sequence[str] = ()
    """Students with two rows in the sheet; neither row is filled in."""


class Sheet:
    """A sheet of grades; UserError if the column of grades is unclear."""

    def __init__(self, path: Path, column: str | None = None) -> None:
        data = path.read_bytes()
        self._encoding, self._errors = _encoding(data)
        try:
            text = data.decode(self._encoding, self._errors)
            self._mark = text[: text.startswith("\ufeff")]
            text = text.removeprefix(self._mark)
        except UnicodeDecodeError:  # half a character of UTF-16
            told = "{name}打不開：檔案壞了，或不是它的名字說的格式"
            raise UserError(told, name=quote(str(path))) from None
        self._separator = max(",;\t", key=text.partition("\n")[0].count)
        csv.field_size_limit(len(text) + 1)  # 128 KiB by default, less than some feedback
        self._rows = [*csv.reader(io.StringIO(text, newline=""), delimiter=self._separator)]
        ending = re.search("\r\n|\r|\n", text)
        self._end = ending[0] if ending else ""
        self._closed = text.endswith(("\r", "\n"))
        rows = [row for row in self._rows if any(cell.strip() for cell in row)]
        if not rows:
            raise UserError("{path}是空的", path=quote(str(path)))
        header = [cell.strip() for cell in rows[0]]
        canvas = "Student" in header[0] and "ID" in header
        self._columns = _canvas(header, column) if canvas else _others(header, rows[1:], column)
        self._most = None
        self._students = rows[1:]
        if canvas:
            possible = [row for row in rows[1:] if "Points Possible" in row[0]]
            self._most = _text(possible[0], self._columns.grade) if possible else None
            self._students = [row for row in rows if not _CANVAS_NO_STUDENT.match(row[0])][1:]

    def students(self, keys: Sequence[str], entries: Sequence[Entry]) -> dict[str, str]:
        """Return the keys in the sheet, each with its student: the entry in its row, or itself."""
        owners = self._found(entries)
        rows = self._found([Entry(key, ()) for key in keys]).items()
        return {
            keys[at]: entries[owners[row]].student if row in owners else keys[at]
            for row, at in rows
        }

    def filled(self, absent: Sequence[Grade], grades: Sequence[Grade]) -> Filled:
        """Return the sheet with the grades of the class and of absent students."""
        grades = [*grades, *absent]
        found = self._found([each.handed_in.entry for each in grades])
        rows = Counter(found.values())
        by_row = {row: grades[at] for row, at in found.items() if rows[at] == 1}
        new = {id(self._students[row]): self._changed(row, by_row[row]) for row in by_row}
        lines = [self._line(new.get(id(row), row)) for row in self._rows]
        text = self._mark + self._end.join([*lines, *[""] * self._closed])
        return Filled(
            text.encode(self._encoding, self._errors),
            [_called(row) for at, row in enumerate(self._students) if at not in found],
            [each.student for at, each in enumerate(grades) if not rows[at]],
            [each.student for at, each in enumerate(grades) if rows[at] > 1],
        )

    def _line(self, row: Sequence[str]) -> str:
        line = io.StringIO(newline="")
        csv.writer(line, delimiter=self._separator).writerow(row)
        return line.getvalue().removesuffix("\r\n")

    def _found(self, entries: Sequence[Entry]) -> dict[int, int]:
        """Return the index of the entry for each row that has one."""
        user = self._columns.user
        known: list[tuple[Callable[[str], str], dict[str, int]]] = [
            (_key, _unique((_key(each.student), at) for at, each in enumerate(entries))),
            (_condensed, _unique(
                (_condensed(name), at)
                for at, each in enumerate(entries) for name in (each.student, each.name)
            )),
        ]  # fmt: skip
        users = _unique((each.user, at) for at, each in enumerate(entries))
        known.insert(2 if user is None else 0, (_id, users))
        found: dict[int, int] = {}
        for read, students in known:
            for at in (
                [user] if students is users and user is not None else self._best(read, students)
            ):
                for row, cells in enumerate(self._students):
                    if (which := students.get(read(_text(cells, at)))) is not None:
                        found.setdefault(row, which)
        return found

    def _best(self, read: Callable[[str], str], students: Mapping[str, int]) -> list[int]:
        """Return the columns that contain students, the fullest first."""
        ours = {self._columns.grade, self._columns.most, self._columns.feedback}
        counts = Counter(
            at
            for row in self._students
            for at, cell in enumerate(row)
            if at not in ours and read(cell) in students
        )
        return sorted(counts, key=lambda at: (-counts[at], at))

    def _changed(self, row: int, grade: Grade) -> list[str]:
        """Return a row with its grade and its feedback."""
        cells = [*self._students[row]]
        if (grade.settled or grade.excused) and len(cells) > self._columns.grade:
            points = self._columns.excused if grade.excused else self._scaled(grade, cells)
            cells[self._columns.grade] = points
        feedback = self._columns.feedback
        if feedback is not None and len(cells) > feedback:
            words = escape(grade.feedback, quote=False)
            cells[feedback] = words.encode(self._encoding, "xmlcharrefreplace").decode(
                self._encoding
            )
        return cells

    def _scaled(self, grade: Grade, cells: Sequence[str]) -> str:
        words = self._most or _text(cells, self._columns.most)
        most = _NUMBER.fullmatch(words.strip())
        if most is None or not grade.most:
            return shown(grade.points)
        scaled = shown(grade.points / grade.most * float(most[0].replace(",", ".")))
        return scaled.replace(".", most[1] or ".")


def _encoding(data: bytes) -> tuple[str, str]:
    """Return the encoding of a sheet, and the handler that keeps characters which are none."""
    for mark, encoding in (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"):
        if data.startswith(mark):
            return encoding, "surrogatepass"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "cp950", "surrogateescape"
    return "utf-8", "strict"


def _canvas(header: Sequence[str], column: str | None) -> Columns:
    """Return the columns of Canvas's gradebook: the only assignment, or the one named `column`."""
    assignments = {at: name for at, name in enumerate(header) if _CANVAS_ID.search(name)}
    assignments = assignments or {
        at: name
        for at, name in enumerate(header)
        if name and at > header.index("ID") and not _CANVAS_TOTAL.search(name)
    }
    names = {at: {name, _CANVAS_ID.sub("", name)} for at, name in assignments.items()}
    fit = [at for at in names if column is None or column in names[at]]
    if len(fit) != 1:
        raise _unclear(column, assignments.values())
    return Columns(fit[0], user=header.index("ID"), excused="EX")


def _others(header: Sequence[str], rows: Sequence[Sequence[str]], column: str | None) -> Columns:
    """Return the columns of Moodle's worksheet, or of another sheet with the column `column`."""
    words = toml(__file__, "moodle.toml")
    found = {
        column: next((at for at, name in enumerate(header) if name.casefold() in names), None)
        for column, names in words.items()
    }
    user, grade, most = found["user"], found["grade"], found["most"]
    if user is None and _are_participants(rows):  # Moodle's worksheet in another language
        numbers = (at for at in range(2, len(header)) if _is_maximum(rows, at))
        user, most = 0, next(numbers, None)
        grade = None if most is None else most - 1  # Moodle writes the grade before its maximum
    if column is not None:
        fit = [at for at, name in enumerate(header) if name == column]
        grade = fit[0] if len(fit) == 1 else None
    if grade is None or (user is None and column is None):
        raise _unclear(column, header)
    if user is None:
        return Columns(grade)
    return Columns(grade, most, found["feedback"], user)


def _are_participants(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether every cell of the first column is the same word with a number."""
    found = [_PARTICIPANT.fullmatch(row[0]) for row in rows]
    return len({each and each[1] for each in found}) == 1 and bool(found[0] and found[0][1])


def _is_maximum(rows: Sequence[Sequence[str]], at: int) -> bool:
    words = {_text(row, at) for row in rows}
    return len(words) == 1 and _NUMBER.fullmatch(words.pop()) is not None


def _unclear(column: str | None, names: Iterable[str]) -> UserError:
    known = listed(quote(name) for name in names if name)
    if column is None:
        return UserError("不知道成績是哪一欄，請用 --column 指定：{names}", names=known)
    return UserError("成績單裡沒有{column}這一欄：{names}", column=quote(column), names=known)


def _text(cells: Sequence[str], at: int | None) -> str:
    return cells[at] if at is not None and at < len(cells) else ""


def _called(cells: Sequence[str]) -> str:
    """Return the beginning of a row, where platforms write the number and the name."""
    return " ".join(cell.strip() for cell in cells[:2]).strip()


def _unique(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the names that belong to exactly one student."""
    owners: dict[str, set[int]] = {}
    for name, student in pairs:
        owners.setdefault(name, set()).add(student)
    return {name: min(each) for name, each in owners.items() if name and len(each) == 1}


def _key(words: str) -> str:
    """Return a student number, also from an e-mail address."""
    return words.strip().casefold().partition("@")[0]


def _condensed(words: str) -> str:
    """Return a name's letters and digits, as Canvas writes names into file names."""
    return "".join(filter(str.isalnum, words.casefold()))


def _id(words: str) -> str:
    found = _PARTICIPANT.fullmatch(words.strip())
    return found[2] if found else ""
