"""Grades as tables and documents: for a terminal, for Excel and for programs."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardjudge import files
from cardjudge.columns import columns
from cardjudge.language import listed, say
from cardjudge.programs.limits import MIB
from judge.cases import natural
from judge.classroom import cells
from judge.classroom.grades import Grade, Marking, averages, decimal, identical, summary
from judge.classroom.sheet import SIDES
from judge.classroom.store import Graded, storable
from judge.explain import printable
from judge.report import case_as_json
from judge.runner import Result
from judge.verdicts import Verdict

FIELDS = (
    *("student", "name", "verdict", "points", "max", "late", "language", "accepted", "tests"),
    *("time", "memory", "first", "remark"),
)
_OF_A_RUN = ("name", "verdict", "reason", "status", "cpu", "wall", "memory", "points")
_FORMULA = ("=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠")
"""Beginnings of a cell, after blanks, that a spreadsheet takes for a formula."""
_MOST_NAMES = 20
_LONGEST = 100
_FEWEST = 5
"""The fewest students for whom the report has a mean and a median."""


def whole(
    grades: Sequence[Grade],
    passed: Mapping[str, Mapping[str, int]],
    sides: Mapping[str, Sequence[str]],
    room: int | None,
) -> Iterator[str]:
    """Yield the lines of the report for a terminal: what needs the teacher, the table, numbers."""
    yield from unsettled(grades)
    yield from table(grades, room)
    yield from ("", summary(grades))
    unpassed = [test for test, own in passed.items() if len(grades) > 1 and not own]
    ran = Counter(
        grade.handed_in.language
        for grade in grades
        if grade.handed_in.program and grade.verdict is not Verdict.CE
    )
    of_one = [f"{test} ({name})" for test, own in passed.items() for name in _only(own, ran)]
    yield from peculiar(
        {"language": of_one, "unpassed": unpassed, "identical": identical(grades), **sides}
    )
    if len(grades) >= _FEWEST:
        yield from averages(grades)


def _only(passed: Mapping[str, int], ran: Mapping[str, int]) -> list[str]:
    """Return the language whose programs, at least two, all failed what all others passed."""
    failed = [name for name in ran if not passed.get(name)]
    others = all(passed.get(name) == count for name, count in ran.items() if name not in failed)
    return failed if len(failed) == 1 < len(ran) and ran[failed[0]] > 1 and others else []


def table(grades: Sequence[Grade], room: int | None) -> list[str]:
    """Return the lines of the table, one per student; a longer one is folded to `room` columns."""
    numbered = any(grade.handed_in.entry.number for grade in grades)
    named = any(grade.beside for grade in grades)
    name = [say("class｜學號" if numbered else "姓名")] * named
    rows = [(say("學生"), *name, say("結果"), say("分數"), say("第一個沒有通過的"))]
    for grade in grades:
        failure = printable(grade.first)
        failure = failure[:_LONGEST] + "…" * (len(failure) > _LONGEST)
        first = " · ".join(filter(None, [failure, *map(printable, grade.remarks)]))
        who = [printable(grade.student), *[printable(grade.beside)] * named]
        rows.append((*who, grade.verdict, grade.score, first))
    return columns(rows, right={2 + named}, room=room)


class Csv:
    """Writes one row per student, in UTF-8 with the byte order mark that Excel needs.

    `keep` keeps the rows of other students that the file already has.
    """

    def __init__(self, path: Path, marking: Marking, keep: bool) -> None:
        self._path, self._tests = path, len(marking.tests)
        self._header = [*FIELDS, *(_cell(test.name) for test in marking.tests)]
        self._rows: dict[str, list[str]] = {}
        if keep and path != files.STANDARD_OUTPUT and path.is_file() and path.stat().st_size:
            earlier = cells.read(path, lambda row: FIELDS[0] in row)  # as a spreadsheet saved it
            for row in earlier.students:
                known = dict(zip(earlier.rows[earlier.header], row, strict=False))
                if student := known.get(FIELDS[0]):
                    kept = [known.get(name, "") for name in self._header]
                    self._rows[student.casefold()] = kept

    def add(self, grade: Grade) -> None:
        """Add the row of a student."""
        ends = [result.ended for result in grade.results]
        memory = max((end.memory or 0 for end in ends), default=0)
        self._rows[_cell(grade.student).casefold()] = [
            _cell(grade.student),
            _cell(grade.handed_in.entry.name),
            grade.verdict,
            decimal(grade.points) if grade.settled else "",
            decimal(grade.most),
            "LATE" if grade.handed_in.entry.late else "",
            grade.handed_in.language,
            str(len(grade.passed)),
            str(self._tests),
            f"{max((end.cpu for end in ends), default=0.0):.3f}",
            f"{memory / MIB:.1f}" if memory else "",
            _cell(grade.first),
            _cell("; ".join(grade.remarks)),
            *grade.verdicts(self._tests),
        ]

    def end(self) -> None:
        """Write the rows in natural order of the students."""
        file = io.StringIO(newline="")
        rows = csv.writer(file, lineterminator="\r\n")
        rows.writerow(self._header)
        rows.writerows(self._rows[key] for key in sorted(self._rows, key=natural))
        files.write(self._path, f"\ufeff{file.getvalue()}")


def as_json(grade: Grade, marking: Marking) -> dict[str, Any]:
    """Return a grade as a JSON object; times in seconds, sizes in bytes."""
    return {
        "student": grade.student,
        "name": grade.handed_in.entry.name or None,
        "entry": grade.handed_in.entry.part_names,
        "late": grade.handed_in.entry.late,
        "verdict": grade.verdict,
        "points": round(grade.points, 6),
        "max": round(grade.most, 6),
        "language": grade.handed_in.language or None,
        "accepted": len(grade.passed),
        "first": grade.first or None,
        "remarks": grade.remarks,
        "excused": grade.excused,
        "notes": grade.notes(),
        "compiler": grade.messages,
        "tests": [_run_as_json(result, marking) for result in grade.results],
    }


def _run_as_json(result: Result, marking: Marking) -> dict[str, Any]:
    fields = case_as_json(result, marking.limits)
    if marking.hides(result.case):
        fields |= {"reason": None, "status": None}
    return {name: fields[name] for name in _OF_A_RUN} | {"reason": fields["reason"] or None}


def tests_as_json(marking: Marking) -> list[dict[str, Any]]:
    """Return the tests in their order, each with the groups that it counts in."""
    return [
        {
            "name": test.name,
            "hidden": test.hidden,
            "groups": [group.name for group in marking.groups if test.name in group.tests],
        }
        for test in marking.tests
    ]


def _cell(words: str) -> str:
    """Return a printable text that no spreadsheet takes for a formula."""
    words = printable(words)
    return f"'{words}" if words.lstrip().startswith(_FORMULA) else words


def unsettled(grades: Sequence[Grade]) -> Iterator[str]:
    """Yield a line for each failure of the machine, with its students and what to install."""
    students: dict[str, list[str]] = {}
    for grade in grades:
        if not grade.settled:
            reason = grade.first if grade.verdict is Verdict.SE else say("有測試沒有評完")
            students.setdefault(reason, []).append(grade.student)
    for reason, names in students.items():
        template = "這台機器沒辦法評的（{count}，沒有分數）：{names}：{reason}"
        yield say(template, count=len(names), names=_some(names), reason=printable(reason))


def peculiar(lists: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a line for each list of names that needs the teacher's attention."""
    templates = {
        "language": "只有一種語言的程式都沒有通過的測試（{count}）：{names}",
        "unpassed": "沒有人通過的測試（{count}）：{names}",
        "identical": "內容完全相同的程式（{count} 組，不影響分數）：{names}",
        **SIDES,
    }
    for kind, names in lists.items():
        if names:
            yield say(templates[kind], count=len(names), names=_some(names))


def changes(rows: Sequence[Graded], before: Mapping[str, Graded], some: bool) -> Iterator[str]:
    """Yield a line for each grade that is not that of the call before, with the reason.

    Unless the call is for `some` students, those whose submission is gone are in a line.
    """
    for row in rows:
        was = before.get(storable(row.student), row)
        if (was.verdict, decimal(was.points)) == (row.verdict, decimal(row.points)):
            continue
        is_same = was.program == row.program
        reason = say("測試、限制或更正改了，或重新評測" if is_same else "換了一個程式")
        old, new = (f"{each.verdict} {decimal(each.points)}" for each in (was, row))
        template = "成績變了：{student} 從 {old} 變成 {new}（{reason}）"
        yield say(template, student=printable(row.student), old=old, new=new, reason=reason)
    gone = before.keys() - {storable(row.student) for row in rows}
    if gone and not some:
        template = "上一次有成績、這一次沒有作業的學生（{count}）：{names}"
        yield say(template, count=len(gone), names=_some(sorted(gone)))


def _some(names: Sequence[str]) -> str:
    more = ["…"] * (len(names) > _MOST_NAMES)
    return listed([*map(printable, names[:_MOST_NAMES]), *more])
