"""The columns of a sheet of grades, by the names that each platform gives them."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.language import listed
from judge.classroom.cells import NUMBER, PLATFORMS, found_in, text_of

_CANVAS_TOTAL = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)|Section|ID$")
_CANVAS_ID = re.compile(r" \(\d+\)$")
_BLACKBOARD = re.compile(r"(?P<name>.+) \[[^]\d]*(?P<most>[\d.,]+)[^]]*\] *\|\d+")
"""Matches a column of Blackboard: the name, the maximum and a number."""
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
    number: int | None = None
    """The column of student numbers."""
    all_have: str = ""
    """The maximum that stands in the column's name."""


def has_names(header: Sequence[str], column: str | None) -> bool:
    """Return whether a row has the names of columns: that of `column`, or those of a platform."""
    if column is not None:
        return any(column in _short(name) for name in header)
    found = found_in(header, PLATFORMS["columns"])
    is_moodle = found["user"] is not None and found["grade"] is not None
    return is_canvas(header) or is_moodle or _totals(header) is not None


def is_canvas(header: Sequence[str]) -> bool:
    """Return whether a sheet is Canvas's gradebook, its names in one column or in two."""
    split = "LastName" in header and "FirstName" in header
    return ("Student" in header[0] or split) and "ID" in header


def columns_of(header: Sequence[str], rows: Sequence[Sequence[str]], column: str | None) -> Columns:
    """Return the columns of a sheet; UserError if that of the grades is unclear."""
    number = found_in(header, {"number": PLATFORMS["numbers"]})["number"]
    if is_canvas(header):
        return Columns(
            _canvas(header, column), user=header.index("ID"), excused="EX", number=number
        )
    is_github = "github_username" in header
    names = PLATFORMS["columns"] | ({"user": []} if is_github else {})
    indices = found_in(header, names)
    if indices["user"] is None and not is_github and _are_participants(rows):
        indices["user"] = 0  # Moodle's worksheet in another language
        most = next((at for at in range(2, len(header)) if _is_maximum(rows, at)), None)
        grade = None if most is None else most - 1  # Moodle writes the grade before its maximum
        indices |= {"most": most, "grade": grade}
    grade, user = indices["grade"], indices["user"]
    totals = _totals(header)
    if column is not None:
        fit = [at for at, name in enumerate(header) if column in _short(name)]
        grade = fit[0] if len(fit) == 1 else len(header) if is_github and not fit else None
    elif totals is not None:
        return Columns(*totals, number=number)
    elif is_github:  # the list of students, which gets a column
        grade = len(header)
    if grade is None or (user is None and column is None and not is_github):
        raise _unclear(column, header)
    if user is None:
        blackboard = _BLACKBOARD.fullmatch(text_of(header, grade))
        return Columns(grade, number=number, all_have=blackboard["most"] if blackboard else "")
    most, feedback, time, name = (indices[kind] for kind in ("most", "feedback", "time", "name"))
    return Columns(grade, most, feedback, user, time=time, name=name, number=number)


def _canvas(header: Sequence[str], column: str | None) -> int:
    """Return the column of the only assignment in Canvas's gradebook, or the one named `column`."""
    assignments = {at: name for at, name in enumerate(header) if _CANVAS_ID.search(name)}
    assignments = assignments or {
        at: name
        for at, name in enumerate(header)
        if name and at > header.index("ID") and not _CANVAS_TOTAL.search(name)
    }
    fit = [at for at, name in assignments.items() if column is None or column in _short(name)]
    if len(fit) != 1:
        raise _unclear(column, assignments.values())
    return fit[0]


def _short(name: str) -> set[str]:
    """Return a column's name, and the part of it that a teacher has written."""
    blackboard = _BLACKBOARD.fullmatch(name)
    return {name, _CANVAS_ID.sub("", name), *([blackboard["name"]] if blackboard else [])}


def _totals(header: Sequence[str]) -> tuple[int, int] | None:
    """Return the columns of grades and maxima in a list of Gradescope or GitHub Classroom."""
    words = [name.casefold() for name in header]
    pairs = PLATFORMS["totals"].items()
    return next(
        ((words.index(a), words.index(b)) for a, b in pairs if a in words and b in words), None
    )


def _are_participants(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether every cell of the first column is the same word with a number."""
    words = {cell and cell[1] for cell in (_PARTICIPANT.fullmatch(row[0]) for row in rows)}
    return len(words) == 1 and bool(words.pop())


def _is_maximum(rows: Sequence[Sequence[str]], at: int) -> bool:
    words = {text_of(row, at) for row in rows}
    return len(words) == 1 and NUMBER.fullmatch(words.pop()) is not None


def _unclear(column: str | None, names: Iterable[str]) -> UserError:
    columns = listed(quote(name) for name in names if name)
    if column is None:
        return UserError("不知道成績是哪一欄，請用 --column 指定：{names}", names=columns)
    return UserError("成績單裡沒有{column}這一欄：{names}", column=quote(column), names=columns)


def participant(words: str) -> str:
    """Return the number in Moodle's cell of a participant, or in Canvas's ID; empty without one."""
    match = _PARTICIPANT.fullmatch(words.strip())
    return match[2] if match else ""
