"""Late days are counted from the times of submission in a worksheet of Moodle."""

from pathlib import Path

import pytest

from judge.classroom import corrections
from judge.classroom.sheet import Filling, Sheet
from tests.classroom.conftest import PROGRAM as PROGRAM
from tests.classroom.test_sheet import FIRST, MOODLE, grade
from tests.processes import answered

TIMES = {
    "Monday, 16 November 2026, 11:59 PM": 0,
    "Tuesday, November 17, 2026, 12:00 AM": 1,
    "2026年 11月 18日(三) 00:01": 2,
}


@pytest.mark.parametrize(("words", "days"), TIMES.items())
@pytest.mark.parametrize("own", ["", "due = 2026-11-17", "late_days = 3"])
def test_days_after_the_end_cost_points(words: str, days: int, own: str, tmp_path: Path) -> None:
    (tmp_path / "more.toml").write_text(
        f"[late]\npoints_per_day = 10\ndue = 2026-11-16T23:59:00\n[students.b10902001]\n{own}\n"
    )
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(f'{MOODLE["en"][0]}\nParticipant 345,{FIRST},,,,,10,,"{words}",-,\n')
    late = grade("b10902001", user="345")
    said = corrections.read(tmp_path / "more.toml")
    said = said.of_class([late.handed_in.entry], Sheet(sheet, Filling()))
    days = {"": days, "due = 2026-11-17": days // 2, "late_days = 3": 3}[own]
    assert said.corrected(late).points == 50 - 10 * days


@pytest.mark.parametrize(
    ("row", "told"),
    [("Participant 345,王小明,,10,\n", "繳交時間的 --sheet"), (None, "讀不懂：「-」")],
)
def test_an_end_needs_times_that_can_be_read(
    row: str | None, told: str, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = "Identifier,Full name,Grade,Maximum Grade,Feedback comments\n"
    if row is None:
        header, row = f"{MOODLE['zh_tw'][0]}\n", "參與者 345,王小明,,,,,10,,-,-,\n"
    (room / "sheet.csv").write_text(header + row)
    (room / "due.toml").write_text("[late]\ndue = 2026-11-16\n")
    words = ("--corrections", "due.toml", "--sheet", "sheet.csv", "--filled", "new.csv")
    monkeypatch.chdir(room)
    status, error = answered("judge", "class", "hw", "--tests", "tests", *words)
    assert (status, error.count("\n")) == (2, 1)
    assert told in error
