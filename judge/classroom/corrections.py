"""Corrections: a teacher's file with the main program, points and excuses of single students."""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from datetime import time as clock
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.files import toml_in
from cardjudge.language import say
from cardjudge.tables import Must, check
from judge.classroom.grades import Grade, decimal
from judge.classroom.intake import Entry
from judge.classroom.sheet import Sheet, namesakes

_MOST = 1_000_000
"""The most points; only what a correction adds may be negative."""


_POINTS = Must(lambda value: 0 <= value <= _MOST, "0 到 1000000 的分數")
_ADDED = Must(lambda value: abs(value) <= _MOST, "-1000000 到 1000000 的分數")
_DAYS = Must(lambda value: 0 <= value <= 366, "0 到 366 的天數")
_PERCENT = Must(lambda value: 0 <= value <= 100, "0 到 100 的百分比")
_MINUTES = Must(lambda value: 0 <= value <= 24 * 60, "0 到 1440 的分鐘數")
_DUE = Must(lambda due: getattr(due, "tzinfo", None) is None, "沒有時區的日期或時間")
_TEXT = Must(lambda _: True, "文字")


class Correction(NamedTuple):
    """The correction of a student; None means no change of points or days."""

    main: Annotated[str | None, _TEXT] = None
    points: Annotated[float | None, _POINTS] = None
    add: Annotated[float, _ADDED] = 0.0
    remark: Annotated[str, _TEXT] = ""
    excused: Annotated[bool, Must(lambda _: True, "true 或 false")] = False
    late_days: Annotated[float | None, _DAYS] = None
    due: Annotated[date | None, _DUE] = None
    """The student's own end; a date without a time means the end of that day."""


class Late(NamedTuple):
    """What it costs to be late."""

    points_per_day: Annotated[float, _POINTS] = 0.0
    """Points that a submission loses per day, or part of a day, that it is late."""
    percent_per_day: Annotated[float, _PERCENT] = 0.0
    """Percent of its own points that it loses instead."""
    due: Annotated[date | None, _DUE] = None
    grace_minutes: Annotated[float, _MINUTES] = 0.0
    """Minutes after the end that cost nothing; after them all days count from the end."""
    most_days: Annotated[float, _DAYS] = math.inf
    """The most days that count."""


class _File(NamedTuple):
    late: Annotated[Mapping[str, Any], Must(lambda _: True, "遲交的表")] = {}
    students: Annotated[Mapping[str, Any], Must(lambda _: True, "學生的表")] = {}


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
        by_name = {entry.name.casefold() for entry in entries}
        groups = {entry.group.casefold() for entry in entries if entry.group}
        own = {key: row for key, row in self.students.items() if key not in groups}
        others = sorted(key for key in own if key in by_name or key not in present)
        in_sheet = {} if sheet is None else sheet.students(others, entries)
        names = {}
        for key in others:
            named = [entry.student for entry in entries if entry.name.casefold() == key]
            fit = [*dict.fromkeys([*named, *in_sheet.get(key, [])])]
            if not fit:
                raise UserError("更正裡的{student}沒有繳交，也不在 --sheet 裡", student=quote(key))
            if len(fit) > 1:
                raise namesakes("更正", key, fit)
            names[key] = fit[0] if fit[0].casefold() in present else key
        students = _by_student((names.get(key, key), row) for key, row in own.items())
        for entry in entries:  # a member's own correction takes the place of the group's
            if entry.group and (row := self.students.get(entry.group.casefold())):
                students.setdefault(entry.student.casefold(), row)
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
            raise UserError("due 需要有繳交時間的 --sheet（Moodle 的評分表）；沒有就寫 late_days")
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
    check(_File, table, str(path))
    late, students = _File(**table)
    check(Late, late, f"{path} [late]")
    for key, row in students.items():
        check(Correction, row, f"{path} [students.{key!r}]")
    if {"points_per_day", "percent_per_day"} <= late.keys():
        raise UserError("{path} 的 points_per_day 和 percent_per_day 只能有一個", path=path)
    rows = ((key, Correction(**row)) for key, row in students.items())
    return Corrections(_by_student(rows), Late(**late))


def _by_student(rows: Iterable[tuple[str, Correction]]) -> dict[str, Correction]:
    corrections: dict[str, Correction] = {}
    for student, row in rows:
        if student.casefold() in corrections:
            raise UserError("更正裡有兩項是{student}的", student=quote(student))
        corrections[student.casefold()] = row
    return corrections
