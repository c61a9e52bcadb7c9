"""A platform's sheet of grades, filled in: all other cells keep their values.

Python's csv reads and writes the cells. The encoding, the byte-order mark, the separator and the
line ends stay. Moodle's importer needs the number in the identifier column, and Canvas's needs the
ID; both stay.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from html import escape
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say
from judge.classroom.cells import NUMBER, alike, decimals, moment, read, text_of, value
from judge.classroom.columns import columns_of, has_names, is_canvas, participant
from judge.classroom.grades import Grade, decimal
from judge.classroom.intake import Entry
from judge.classroom.labels import Label, condensed, key_of, of_moodle

_CANVAS_TEST = re.compile(r"\s*Student, Test\s*$")
"""The student whom Canvas makes for the teacher's own trials."""


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
        self._table = read(path, lambda row: has_names(row, column))
        header = [cell.strip() for cell in self._table.rows[self._table.header]]
        self._students = self._table.students
        canvas = is_canvas(header)
        self._columns = columns_of(header, self._students, column)
        if self._columns.grade == len(header):  # a list without grades gets a column
            for row in self._table.rows[self._table.header :]:
                row += [""] * (len(header) + 1 - len(row))
            self._table.rows[self._table.header][-1] = column or "points"
        self._most = self._columns.all_have
        self.has_times = self._columns.time is not None
        if canvas:
            possible = [row for row in self._students if "Points Possible" in row[0]]
            self._most = text_of(possible[0], self._columns.grade) if possible else ""
            self._students = [
                row for row in self._students if row not in possible and _beginning(row)
            ]
        self.is_moodle = self._columns.user is not None and not canvas
        # After the number, a blind worksheet has the same few words instead of names.
        seconds = {text_of(row, 1) for row in self._students}
        is_repeated = 2 * len(seconds) <= len(self._students)
        self._is_blind = self.is_moodle and self._columns.name is None and is_repeated
        own = self._columns.grade, self._columns.most
        written = [text_of(row, at) for row in self._students for at in own]
        self._decimal = decimals([self._most, *written])

    def members(self, entries: Sequence[Entry]) -> dict[str, list[Label]]:
        """Return the members of each entry, if it is that of a group of Moodle's worksheet.

        The column of groups is that with the most names of entries, after number and full name.
        """
        user, name = self._columns.user, self._columns.name
        ids = {entry.parts[0][1].name: entry.user for entry in entries}
        shared = Counter(entry.parts[0][1].name for entry in entries)
        columns: dict[int, dict[str, list[Label]]] = {}
        fits: Counter[int] = Counter()
        for cells in self._students if self.is_moodle else ():
            number = participant(text_of(cells, user))
            for at, cell in enumerate(cells[2:], 2):
                group = of_moodle(cell.strip())
                fits[at] += group in ids and ids[group] != number
                member = Label("", text_of(cells, name) or text_of(cells, user), number)
                columns.setdefault(at, {}).setdefault(group, []).append(member)
        at, most = max(fits.items(), key=lambda fit: fit[1], default=(0, 0))
        return {
            entry.student: columns[at].get(own, []) if shared[own] == 1 else []
            for entry in entries
            if most and (own := entry.parts[0][1].name) is not None
        }

    def demand_own(self, entries: Sequence[Entry]) -> None:
        """Raise UserError if Moodle's sheet is that of another assignment or another class.

        Then no participant of the download is in it, or most of the names there are others'.
        """
        own = {each.user: each for each in entries if each.user.isdecimal() and not each.group}
        if not (self.is_moodle and own):
            return
        pairs = [
            (own[user], text_of(cells, self._columns.name))
            for cells in self._students
            if (user := participant(text_of(cells, self._columns.user))) in own
        ]
        if not pairs:
            user, entry = min(own.items())
            template = "成績單裡沒有{own}的編號 {user}，也沒有別人的：這是另一個作業的成績單嗎？"
            raise UserError(template, user=user, own=quote(entry.student))
        strange = [(entry, name) for entry, name in pairs if not _are_one(entry, name)]
        if 2 * len(strange) > len(pairs):
            entry, name = strange[0]
            parts = {"user": entry.user, "name": quote(name), "own": quote(entry.student)}
            template = "成績單裡編號 {user} 是{name}，交作業的是{own}：這是另一個班的成績單嗎？"
            raise UserError(template, **parts)

    def numbered(self, entries: Sequence[Entry]) -> list[Entry]:
        """Return the entries with the student numbers of the sheet."""
        numbers = {
            at: text_of(self._students[row], self._columns.number).strip()
            for row, at in self._owners(entries).items()
        }
        return [
            entry
            if key_of(number := numbers.get(at, "")) == key_of(entry.student)
            else entry._replace(number=number)
            for at, entry in enumerate(entries)
        ]

    def looks_shared(self, entries: Sequence[Entry]) -> bool:
        """Return whether most entries have the names of groups.

        Canvas writes the group's name before the number of a student of the group.
        """
        owners = self._owners(entries) if not self.is_moodle else {}
        pairs = [
            ({condensed(name), condensed(entries[at].student)}, self._words(row))
            for row, at in owners.items()
            if entries[at].user and (name := entries[at].parts[0][1].name)
        ]
        return 2 * sum(names.isdisjoint(cells) for names, cells in pairs) > len(pairs)

    def _words(self, row: int) -> set[str]:
        """Return the cells of a row, and the names that stand in two of them."""
        cells = self._students[row]
        return {condensed(word) for word in (*cells, "".join(cells[:2]), "".join(cells[1::-1]))}

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
                    raise namesakes("成績單", self._who(cells), fit)
        if self._filling.missing is not None and self.looks_shared(entries):
            raise UserError("不能用 --missing：這看起來是分組作業，組員要用 --groups 說明")
        if rest and self._filling.missing is not None:
            template = "不能用 --missing：有繳交的人在成績單裡找不到：{names}"
            raise UserError(template, names=listed(quote(entry.student) for entry in rest))
        students: dict[str, list[str]] = {}
        for row, at in self._owners([Entry(key) for key in keys]).items():
            student = entries[owners[row]].student if row in owners else ""
            students.setdefault(keys[at], []).append(student or self._who(self._students[row]))
        return students

    def submitted(self, entries: Sequence[Entry]) -> dict[str, datetime]:
        """Return the students' times of submission; UserError for one that cannot be read."""
        times = {}
        for row, at in self._owners(entries).items():
            words = text_of(self._students[row], self._columns.time)
            try:
                times[entries[at].student] = moment(words)
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
            who, values = self._who(cells), {}
            name = ", ".join(cells[: self._columns.user or 1])
            if row not in owners and not _CANVAS_TEST.match(name):
                sides["missing"].append(who)
                is_note = len(cells) <= self._columns.grade and sum(map(bool, cells)) < 2
                if self._filling.missing is not None and not is_note:
                    values = {self._columns.grade: decimal(self._filling.missing)}
            elif row in owners and rows[owners[row]] == 1:
                grade = grades[owners[row]]
                who, values = grade.student, self._values(grade, cells)
                if values and grade.points > grade.most and self._maximum(cells):
                    sides["capped"].append(who)
            cells += [""] * (1 + max(values, default=0) - len(cells))  # Excel drops empty cells
            counts[self._change(cells, values)] += 1
            if not all(alike(cells[at], words) for at, words in values.items()):
                sides["kept"].append(who)
        return Filled(self._table.written(), counts, sides)

    def _who(self, cells: Sequence[str]) -> str:
        """Return the name of a row, with the student number; its first cell if it is blind."""
        who = _beginning(cells[:1] if self._is_blind else cells)
        number = text_of(cells, self._columns.number).strip()
        return who if number in who else f"{who} {number}"

    def _owners(self, entries: Sequence[Entry]) -> dict[int, int]:
        """Return the index of the entry for each row that has one.

        Rows are found by the platform's number, the student number and the name, in this order; by
        the platform's number last, unless the sheet has a column for it.
        """
        user, own = self._columns.user, {*self._columns[:3]}
        keys = [(at, entry.student) for at, entry in enumerate(entries)]
        names = [*keys, *((at, entry.name) for at, entry in enumerate(entries))]
        ids = [(at, entry.user) for at, entry in enumerate(entries) if entry.user.isdecimal()]
        by_user = (participant, ids)
        kinds = [(str.casefold, keys), (key_of, keys), (condensed, names)]
        owners: dict[int, int] = {}
        for kind, pairs in [*kinds, by_user] if user is None else [by_user, *kinds]:
            students = _unique((kind(word), at) for at, word in pairs)
            cells = [
                (at, row, students[kind(cell)])
                for row, cells in enumerate(self._students)
                for at, cell in enumerate(cells)
                if (at == user if kind is participant and user is not None else at not in own)
                and kind(cell) in students
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
        words = escape(grade.feedback, quote=False)
        words = words.encode(encoding := self._table.encoding, "xmlcharrefreplace").decode(encoding)
        feedback = self._columns.feedback
        comment = {} if feedback is None else {feedback: words}
        return {self._columns.grade: points, **comment}

    def _change(self, cells: list[str], values: Mapping[int, str]) -> str:
        """Write into a row, unless its cells hold something else; return what came of its grade."""
        state = "left"
        for at, words in values.items():  # the grade first
            if alike(cells[at], words):
                continue
            if cells[at].strip() not in ("", "-") and not self._filling.replace:
                return "kept" if at == self._columns.grade else state
            state = "changed" if at == self._columns.grade else state
            cells[at] = words
        return state

    def _scaled(self, grade: Grade, cells: Sequence[str]) -> str:
        most, points = self._maximum(cells), grade.points
        if most and grade.most:
            points = min(1.0, points / grade.most) * most
        return decimal(points).replace(".", self._decimal)

    def _maximum(self, cells: Sequence[str]) -> float:
        """Return the most points that the sheet takes; 0 if it has no maximum."""
        most = (self._most or text_of(cells, self._columns.most)).strip()
        return value(most) if NUMBER.fullmatch(most) else 0.0


def namesakes(where: str, name: str, keys: Sequence[str]) -> UserError:
    """Return the error of a name that fits several students, with their keys."""
    template = "{where}的{name}不知道是誰：{keys}"
    return UserError(template, where=say(where), name=quote(name), keys=listed(map(quote, keys)))


def _beginning(cells: Sequence[str]) -> str:
    """Return the beginning of a row, where platforms write the number and the name."""
    return " ".join(cell.strip() for cell in cells[:2]).strip()


def _unique(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the names that belong to exactly one student."""
    owners: dict[str, set[int]] = {}
    for name, student in pairs:
        owners.setdefault(name, set()).add(student)
    return {name: min(students) for name, students in owners.items() if name and len(students) == 1}


def _are_one(entry: Entry, name: str) -> bool:
    """Return whether a word of a full name is in the name of an entry, or one of them is empty."""
    own = condensed(entry.parts[0][1].name)
    words = [condensed(word) for word in name.split()]
    return not (own and words) or any(word in own for word in words)
