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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from html import escape
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.files import toml
from cardjudge.language import listed, say
from judge.classroom.grades import Grade, decimal
from judge.classroom.intake import Entry
from judge.classroom.labels import condensed, key_of, of_moodle

_CANVAS_TOTAL = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)|Section|ID$")
_CANVAS_ID = re.compile(r" \(\d+\)$")
_CANVAS_TEST = re.compile(r"\s*Student, Test\s*$")
"""The student whom Canvas makes for the teacher's own trials."""
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:(\.)\d+)?|\d{1,3}(?:\.\d{3})+(,)\d+|\d+(?:([.,])\d+)?")
"""Matches a number, its thousands apart or not; the group that matches is its decimal mark."""
_MOODLE = toml(__file__, "moodle.toml")
_PARTICIPANT = re.compile(r"(\D*)(\d+)")


class Columns(NamedTuple):
    """Indices of the columns that matter; None if the sheet lacks one."""

    grade: int
    most: int | None = None
    feedback: int | None = None
    user: int | None = None
    excused: str = ""
    """The text that marks an excused student."""
    time: int | None = None
    name: int | None = None


class Filling(NamedTuple):
    """How a sheet is filled in."""

    column: str | None = None
    """The name of the column of grades, where it is not clear."""
    replace: bool = False
    """Whether grades and comments that the sheet already has are replaced."""
    missing: float | None = None
    """The points of students without a submission; None leaves their cells as they are."""


SIDES = {
    "missing": "成績單裡有，但沒有繳交的（{count}）：{names}",
    "unknown": "有繳交，但成績單裡找不到的（{count}）：{names}",
    "twice": "成績單裡有兩列，所以沒有填的（{count}）：{names}",
    "capped": "超過滿分，所以填滿分的（{count}）：{names}",
    "kept": "成績單裡已經有別的成績或評語，所以保留的（{count}，--replace 會換掉）：{names}",
}
"""What a teacher should know of students and rows, in words."""


class Filled(NamedTuple):
    """A filled sheet, and what a teacher should know of its rows."""

    data: bytes = b""
    counts: Mapping[str, int] = {}
    """The number of students whose grade was changed, kept or left alone."""
    sides: Mapping[str, Sequence[str]] = dict.fromkeys(SIDES, ())


class Sheet:
    """A sheet of grades; UserError if the column of grades is unclear."""

    def __init__(self, path: Path, filling: Filling) -> None:
        self._filling, column = filling, filling.column
        data = path.read_bytes()
        self._encoding, self._errors = _encoding(data)
        try:
            text = data.decode(self._encoding, self._errors)
            self._mark = text[: text.startswith("\ufeff")]
            text = text.removeprefix(self._mark)
        except UnicodeDecodeError:  # half a character of UTF-16
            template = "{name}打不開：檔案壞了，或不是它的名字說的格式"
            raise UserError(template, name=quote(str(path))) from None
        most = max(csv.field_size_limit(), len(text))  # 128 KiB by default; some feedback is longer
        csv.field_size_limit(most)
        self._separator = max(",;\t", key=lambda mark: len(next(_cells(text, mark), ())))
        self._rows = [*_cells(text, self._separator)]
        ending = re.search("\r\n|\r|\n", text)
        self._end = ending[0] if ending else ""
        self._closed = text.endswith(("\r", "\n"))
        rows = [row for row in self._rows if any(cell.strip() for cell in row)]
        if not rows:
            raise UserError("{path}是空的", path=quote(str(path)))
        header = [cell.strip() for cell in rows[0]]
        split = "LastName" in header and "FirstName" in header
        canvas = ("Student" in header[0] or split) and "ID" in header
        self._columns = _canvas(header, column) if canvas else _others(header, rows[1:], column)
        self._most = None
        self._students = rows[1:]
        self.has_times = self._columns.time is not None
        if canvas:
            possible = [row for row in rows[1:] if "Points Possible" in row[0]]
            self._most = _text(possible[0], self._columns.grade) if possible else None
            self._students = [row for row in rows[1:] if row not in possible and _beginning(row)]
        self.is_moodle = self._columns.user is not None and not canvas

    def groups(self, ids: Mapping[str, str]) -> dict[str, list[tuple[str, str]]]:
        """Return the names and numbers of the members of each group in Moodle's worksheet.

        The column of groups is that with the most names of `ids`, after number and full name.
        """
        user, name = self._columns.user, self._columns.name
        columns: dict[int, dict[str, list[tuple[str, str]]]] = {}
        fits: Counter[int] = Counter()
        for cells in self._students if self.is_moodle else ():
            number = _id(_text(cells, user))
            for at, cell in enumerate(cells[2:], 2):
                group = of_moodle(cell.strip())
                fits[at] += group in ids and ids[group] != number
                member = _text(cells, name) or _text(cells, user), number
                columns.setdefault(at, {}).setdefault(group, []).append(member)
        at, most = max(fits.items(), key=lambda fit: fit[1], default=(0, 0))
        return columns[at] if most else {}

    def students(self, keys: Sequence[str], entries: Sequence[Entry]) -> dict[str, list[str]]:
        """Return the students of each key that the sheet has: entries, or else rows.

        UserError if a row has the name of two entries, or if `--missing` would give its points to
        an entry.
        """
        owners = self._owners(entries)
        rest = [entry for at, entry in enumerate(entries) if at not in owners.values()]
        for row, cells in enumerate(self._students):
            for cell in filter(None, map(condensed, cells)) if row not in owners else ():
                fit = [entry.student for entry in rest if condensed(entry.name) == cell]
                if len(fit) > 1:
                    raise namesakes("成績單", _beginning(cells), fit)
        if rest and self._filling.missing is not None:
            template = "不能用 --missing：有繳交的人在成績單裡找不到：{names}"
            raise UserError(template, names=listed(quote(entry.student) for entry in rest))
        students: dict[str, list[str]] = {}
        for row, at in self._owners([Entry(key) for key in keys]).items():
            student = entries[owners[row]].student if row in owners else ""
            students.setdefault(keys[at], []).append(student or _beginning(self._students[row]))
        return students

    def submitted(self, entries: Sequence[Entry]) -> dict[str, datetime]:
        """Return the students' times of submission; UserError for one that cannot be read."""
        times = {}
        for row, at in self._owners(entries).items():
            words = _text(self._students[row], self._columns.time)
            try:
                times[entries[at].student] = _moment(words)
            except ValueError:
                template = "成績單裡{student}的繳交時間讀不懂：{words}；請在更正裡寫 late_days"
                student = quote(entries[at].student)
                raise UserError(template, student=student, words=quote(words)) from None
        return times

    def filled(self, absent: Sequence[Grade], grades: Sequence[Grade]) -> Filled:
        """Fill in the grades of the class and of absent students; return the sheet."""
        grades = [*grades, *absent]
        owners = self._owners([grade.handed_in.entry for grade in grades])
        rows = Counter(owners.values())
        sides: dict[str, list[str]] = {name: [] for name in SIDES}
        for at, grade in enumerate(grades):
            if rows[at] != 1:
                sides["twice" if rows[at] else "unknown"].append(grade.student)
        counts = Counter(changed=0, kept=0, left=0)
        for row, cells in enumerate(self._students):
            who, values = _beginning(cells), {}
            name = ", ".join(cells[: self._columns.user or 1])
            if row not in owners and not _CANVAS_TEST.match(name):
                sides["missing"].append(who)
                if self._filling.missing is not None:
                    values = {self._columns.grade: decimal(self._filling.missing)}
            elif row in owners and rows[owners[row]] == 1:
                grade = grades[owners[row]]
                who, values = grade.student, self._values(grade, cells)
                if values and grade.points > grade.most and self._maximum(cells):
                    sides["capped"].append(who)
            values = {at: words for at, words in values.items() if at < len(cells)}
            counts[self._change(cells, values)] += 1
            if not all(_alike(cells[at], words) for at, words in values.items()):
                sides["kept"].append(who)
        text = self._mark + self._end.join([*map(self._line, self._rows), *[""] * self._closed])
        return Filled(text.encode(self._encoding, self._errors), counts, sides)

    def _line(self, row: Sequence[str]) -> str:
        line = io.StringIO(newline="")
        csv.writer(line, delimiter=self._separator).writerow(row)
        return line.getvalue().removesuffix("\r\n")

    def _owners(self, entries: Sequence[Entry]) -> dict[int, int]:
        """Return the index of the entry for each row that has one.

        Rows are found by the platform's number, the student number and the name, in this order; by
        the platform's number last, unless the sheet has a column for it.
        """
        user, own = self._columns.user, {*self._columns[:3]}
        keys = [(at, entry.student) for at, entry in enumerate(entries)]
        names = [*keys, *((at, entry.name) for at, entry in enumerate(entries))]
        ids = [(at, entry.user) for at, entry in enumerate(entries) if entry.user.isdecimal()]
        by_user = (_id, ids)
        kinds = [(key_of, keys), (condensed, names)]
        owners: dict[int, int] = {}
        for read, pairs in [*kinds, by_user] if user is None else [by_user, *kinds]:
            students = _unique((read(word), at) for at, word in pairs)
            cells = [
                (at, row, students[read(cell)])
                for row, cells in enumerate(self._students)
                for at, cell in enumerate(cells)
                if (at == user if read is _id and user is not None else at not in own)
                and read(cell) in students
            ]
            fullest = Counter(at for at, _, _ in cells)
            taken = {*owners.values()}  # a namesake's row is not a second row of a student
            for _, row, student in sorted(cells, key=lambda cell: (-fullest[cell[0]], cell[0])):
                if student not in taken:
                    owners.setdefault(row, student)
        return owners

    def _values(self, grade: Grade, cells: Sequence[str]) -> dict[int, str]:
        """Return the grade and the feedback by column; nothing after a system error."""
        if not (grade.settled or grade.excused):
            return {}
        points = self._columns.excused if grade.excused else self._scaled(grade, cells)
        words = escape(grade.feedback, quote=False).encode(self._encoding, "xmlcharrefreplace")
        feedback = self._columns.feedback
        comment = {} if feedback is None else {feedback: words.decode(self._encoding)}
        return {self._columns.grade: points, **comment}

    def _change(self, cells: list[str], values: Mapping[int, str]) -> str:
        """Write into a row, unless its cells hold something else; return what came of its grade."""
        state = "left"
        for at, words in values.items():  # the grade first
            if _alike(cells[at], words):
                continue
            if cells[at].strip() not in ("", "-") and not self._filling.replace:
                return "kept" if at == self._columns.grade else state
            state = "changed" if at == self._columns.grade else state
            cells[at] = words
        return state

    def _scaled(self, grade: Grade, cells: Sequence[str]) -> str:
        most = self._maximum(cells)
        if most is None or not grade.most:
            return decimal(grade.points)
        part = min(1.0, grade.points / grade.most)
        return decimal(part * _value(most[0])).replace(".", _mark(most) or ".")

    def _maximum(self, cells: Sequence[str]) -> re.Match[str] | None:
        """Return the most points that the sheet takes; None if it has no maximum, or 0."""
        most = _NUMBER.fullmatch((self._most or _text(cells, self._columns.most)).strip())
        return most if most and _value(most[0]) else None


def _cells(text: str, separator: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator)


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
    indices = {
        column: next((at for at, name in enumerate(header) if name.casefold() in names), None)
        for column, names in _MOODLE["columns"].items()
    }
    user, grade, most = indices["user"], indices["grade"], indices["most"]
    if user is None and _are_participants(rows):  # Moodle's worksheet in another language
        user, most = 0, next((at for at in range(2, len(header)) if _is_maximum(rows, at)), None)
        grade = None if most is None else most - 1  # Moodle writes the grade before its maximum
    if column is not None:
        fit = [at for at, name in enumerate(header) if name == column]
        grade = fit[0] if len(fit) == 1 else None
    if grade is None or (user is None and column is None):
        raise _unclear(column, header)
    if user is None:
        return Columns(grade)
    name = indices["name"]
    return Columns(grade, most, indices["feedback"], user, time=indices["time"], name=name)


def _moment(words: str) -> datetime:
    """Return a time that Moodle writes in English or Chinese; ValueError for other words.

    >>> str(_moment("Wednesday, 10 June 2026, 2:14 PM")), str(_moment("2026年 06月 10日(三) 14:14"))
    ('2026-06-10 14:14:00', '2026-06-10 14:14:00')
    """
    plain = re.sub(r"\s|\(.*?\)", "", words)
    for format_ in _MOODLE["times"]:
        try:
            return datetime.strptime(plain, format_)
        except ValueError:
            continue
    raise ValueError(words)


def _are_participants(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether every cell of the first column is the same word with a number."""
    words = {cell and cell[1] for cell in (_PARTICIPANT.fullmatch(row[0]) for row in rows)}
    return len(words) == 1 and bool(words.pop())


def _is_maximum(rows: Sequence[Sequence[str]], at: int) -> bool:
    words = {_text(row, at) for row in rows}
    return len(words) == 1 and _NUMBER.fullmatch(words.pop()) is not None


def namesakes(where: str, name: str, keys: Sequence[str]) -> UserError:
    """Return the error of a name that fits several students, with their keys."""
    template = "{where}的{name}不知道是誰：{keys}"
    return UserError(template, where=say(where), name=quote(name), keys=listed(map(quote, keys)))


def _unclear(column: str | None, names: Iterable[str]) -> UserError:
    columns = listed(quote(name) for name in names if name)
    if column is None:
        return UserError("不知道成績是哪一欄，請用 --column 指定：{names}", names=columns)
    return UserError("成績單裡沒有{column}這一欄：{names}", column=quote(column), names=columns)


def _alike(old: str, new: str) -> bool:
    """Return whether two cells have the same text or the same number."""
    if _NUMBER.fullmatch(old.strip()) and _NUMBER.fullmatch(new.strip()):
        return _value(old) == _value(new)
    return old == new


def _value(number: str) -> float:
    """Return the value of a number.

    >>> _value("1,000"), _value("1.000,5"), _value("10,00")
    (1000.0, 1000.5, 10.0)
    """
    match = _NUMBER.fullmatch(number.strip())
    whole, mark, decimals = number.rpartition((match and _mark(match)) or "x")
    return float(re.sub("[,.]", "", whole or decimals) + ("." + decimals if mark else ""))


def _mark(number: re.Match[str]) -> str | None:
    return number[number.lastindex] if number.lastindex else None


def _text(cells: Sequence[str], at: int | None) -> str:
    return cells[at] if at is not None and at < len(cells) else ""


def _beginning(cells: Sequence[str]) -> str:
    """Return the beginning of a row, where platforms write the number and the name."""
    return " ".join(cell.strip() for cell in cells[:2]).strip()


def _unique(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the names that belong to exactly one student."""
    owners: dict[str, set[int]] = {}
    for name, student in pairs:
        owners.setdefault(name, set()).add(student)
    return {name: min(students) for name, students in owners.items() if name and len(students) == 1}


def _id(words: str) -> str:
    match = _PARTICIPANT.fullmatch(words.strip())
    return match[2] if match else ""
