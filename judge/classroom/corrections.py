"""Corrections: a teacher's file with the main program, points and excuses of single students."""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from datetime import time as clock
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from cardjudge.errors import UserError, quote
from cardjudge.files import toml_in
from cardjudge.language import say
from judge.classroom.grades import Grade, decimal
from judge.classroom.intake import Entry
from judge.classroom.sheet import Sheet, namesakes


class Correction(NamedTuple):
    """The correction of a student; None means no change of points or days."""

    main: str | None = None
    points: float | None = None
    add: float = 0.0
    remark: str = ""
    excused: bool = False
    late_days: float | None = None
    due: date | None = None
    """The student's own end; a date without a time means the end of that day."""


class Late(NamedTuple):
    """What it costs to be late."""

    points_per_day: float = 0.0
    """Points that a submission loses per day, or part of a day, that it is late."""
    percent_per_day: float = 0.0
    """Percent of its own points that it loses instead."""
    due: date | None = None
    grace_minutes: float = 0.0
    """Minutes after the end that cost nothing; after them all days count from the end."""
    most_days: float = math.inf
    """The most days that count."""


_MOST = 1_000_000
"""The most points; only what a correction adds may be negative."""
_BOUNDS = {
    "add": (-_MOST, _MOST),
    "late_days": (0, 366),
    "percent_per_day": (0, 100),
    "grace_minutes": (0, 24 * 60),
    "most_days": (0, 366),
}
_KINDS = {
    table: {name: get_args(hint) or (hint,) for name, hint in get_type_hints(table).items()}
    for table in (Correction, Late)
}


class Corrections(NamedTuple):
    """The corrections of a class, by student numbers in lower case."""

    students: Mapping[str, Correction] = {}
    late: Late = Late()
    days: Mapping[str, int] = {}
    """The days between the end and the time of submission, each begun day in full."""

    def of_class(self, entries: Sequence[Entry], sheet: Sheet | None) -> "Corrections":
        """Return the corrections by the keys of the class, and of the sheet for absent students.

        UserError if a key belongs to nobody, or to several students.
        """
        present = {entry.student.casefold() for entry in entries}
        own = dict(self.students)
        for entry in entries:  # a member's own correction takes the place of the group's
            if entry.group.casefold() in self.students:
                own.pop(entry.group.casefold(), None)
                row = self.students[entry.group.casefold()]
                own.setdefault(entry.student.casefold(), row)
        if own != self.students:
            return self._replace(students=own).of_class(entries, sheet)
        others = sorted(self.students.keys() - present)
        in_sheet = {} if sheet is None else sheet.students(others, entries)
        names = {}
        for key in others:
            fit = [entry.student for entry in entries if entry.name.casefold() == key]
            fit = fit if len(fit) > 1 else in_sheet.get(key, [])
            if not fit:
                raise UserError("更正裡的{student}沒有繳交，也不在 --sheet 裡", student=quote(key))
            if len(fit) > 1:
                raise namesakes("更正", key, fit)
            names[key] = fit[0] if fit[0].casefold() in present else key
        students = _by_student((names.get(key, key), row) for key, row in self.students.items())
        return self._replace(students=students, days=self._days(students, entries, sheet))

    def _days(
        self, students: Mapping[str, Correction], entries: Sequence[Entry], sheet: Sheet | None
    ) -> dict[str, int]:
        ends: dict[str, datetime] = {}
        for entry in entries:
            own = students.get(entry.student.casefold(), Correction())
            if own.late_days is None and (due := own.due or self.late.due):
                end = due if isinstance(due, datetime) else datetime.combine(due, clock.max)
                ends[entry.student] = end
        asked = [entry for entry in entries if entry.student in ends]
        if asked and (sheet is None or not sheet.has_times):
            raise UserError("更正裡的 due 要和有繳交時間的 --sheet 一起用，像是 Moodle 的評分表")
        times = {} if sheet is None else sheet.submitted(asked)
        return {
            student: max(0, math.ceil((times[student] - end) / timedelta(1)))
            if times[student] - end > timedelta(minutes=self.late.grace_minutes)
            else 0
            for student, end in ends.items()
            if student in times
        }

    def corrected(self, grade: Grade) -> Grade:
        """Return a grade with corrected points, and the reasons of the change as remarks."""
        correction = self.students.get(grade.student.casefold(), Correction())
        late = self.days.get(grade.student, int(grade.handed_in.entry.late))
        days = late if correction.late_days is None else math.ceil(correction.late_days)
        remarks = [correction.remark] if correction.remark else []
        points = grade.points
        if correction.points is not None:
            points = correction.points
            remarks.append(say("分數改成 {points}", points=decimal(points)))
        counted = min(days, self.late.most_days)
        percent = min(100.0, counted * self.late.percent_per_day)
        lost = counted * self.late.points_per_day + points * percent / 100
        if lost:
            remarks.append(say("遲交 {days} 天，扣 {points} 分", days=days, points=decimal(lost)))
        if correction.add:
            remarks.append(say("另計 {points} 分", points=f"{correction.add:+g}"))
        if correction.excused:
            remarks.append(say("免計分"))
        if lost or correction.add:
            points = max(0.0, points - lost + correction.add)
        grade = grade._replace(points=points, remarks=tuple(remarks), excused=correction.excused)
        return grade._replace(settled=grade.settled or correction.points is not None)


def read(path: Path) -> Corrections:
    """Return the corrections in a file; UserError for an unknown or wrong item."""
    table = toml_in(path)
    late, students = table.pop("late", {}), table.pop("students", {})
    wrong = [*table, *_wrong("late", late, _KINDS[Late])]
    for key, row in students.items() if isinstance(students, dict) else [("students", None)]:
        wrong += _wrong(key, row, _KINDS[Correction])
    if isinstance(late, dict) and {"points_per_day", "percent_per_day"} <= late.keys():
        wrong.append("late.percent_per_day")
    if wrong:
        raise UserError("{path} 裡{what}這一項不對", path=path, what=quote(wrong[0]))
    rows = ((key, Correction(**row)) for key, row in students.items())
    return Corrections(_by_student(rows), Late(**late))


def _wrong(where: str, row: Any, kinds: Mapping[str, tuple[type, ...]]) -> list[str]:
    """Return the items of a table that are unknown, of a wrong type or out of bounds."""
    if not isinstance(row, dict):
        return [where]
    return [
        f"{where}.{name}"
        for name, value in row.items()
        if not _is(value, kinds.get(name, ()), *_BOUNDS.get(name, (0, _MOST)))
    ]


def _by_student(rows: Iterable[tuple[str, Correction]]) -> dict[str, Correction]:
    corrections: dict[str, Correction] = {}
    for student, row in rows:
        if student.casefold() in corrections:
            raise UserError("更正裡有兩項是{student}的", student=quote(student))
        corrections[student.casefold()] = row
    return corrections


def _is(value: Any, kinds: tuple[type, ...], least: float, most: float) -> bool:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float in kinds and least <= value <= most
    return isinstance(value, kinds) and getattr(value, "tzinfo", None) is None
