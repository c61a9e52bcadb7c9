"""Late days are counted from the times of submission in a worksheet of Moodle."""

from pathlib import Path

import pytest

from cardjudge.errors import UserError
from judge.classroom import corrections
from judge.classroom.corrections import Correction, Corrections
from judge.classroom.intake import Entry
from judge.classroom.sheet import Filling, Sheet
from tests.classroom.conftest import PROGRAM as PROGRAM
from tests.classroom.test_class import judge
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


LATE = {
    "percent_per_day = 10": 50 - 2 * 5,
    "points_per_day = 10\nmost_days = 1": 50 - 10,
    "points_per_day = 10\ngrace_minutes = 1": 50 - 20,
    "points_per_day = 10\ngrace_minutes = 1440": 50 - 20,
    "percent_per_day = 100": 0,
    "percent_per_day = 100.5": "percent_per_day",
    "percent_per_day = 1\npoints_per_day = 1": "percent_per_day",
    "grace_minutes = -1": "grace_minutes",
    "most_days = inf": "most_days",
}


@pytest.mark.parametrize(("late", "wanted"), LATE.items())
def test_being_late_has_a_price_within_bounds(late: str, wanted: object, tmp_path: Path) -> None:
    path = tmp_path / "late.toml"
    path.write_text(f"[late]\n{late}\n[students.b1]\nlate_days = 1.5\n")
    try:
        assert corrections.read(path).corrected(grade("b1")).points == wanted
    except UserError as error:
        assert f" {wanted} " in str(error).replace("：", " ")


@pytest.mark.parametrize(("minutes", "days"), [(1, 1), (2, 0)])
def test_minutes_of_grace_cost_nothing(minutes: int, days: int, tmp_path: Path) -> None:
    (tmp_path / "late.toml").write_text(
        f"[late]\npoints_per_day = 10\ndue = 2026-11-16T23:59:00\ngrace_minutes = {minutes}\n"
    )
    sheet = tmp_path / "sheet.csv"
    time = "2026年11月17日 星期二 00:01"
    header = MOODLE["en"][0].replace("Last modified (submission)", "上次修改（作业）")
    sheet.write_text(f"{header}\nParticipant 345,{FIRST},,,,,10,,{time},-,\n")
    late = grade("b10902001", user="345")
    said = corrections.read(tmp_path / "late.toml")
    said = said.of_class([late.handed_in.entry], Sheet(sheet, Filling()))
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


def test_a_key_of_a_group_and_of_a_member_is_the_groups() -> None:
    entries = [Entry(key, group="B1") for key in ("b1", "b2", "b3")]
    rows = {"b1": Correction(points=7), "b3": Correction(points=8)}
    said = Corrections(rows).of_class(entries, None).students
    assert said == {"b1": rows["b1"], "b2": rows["b1"], "b3": rows["b3"]}


@pytest.mark.slow
def test_a_second_call_says_whose_grade_changed_and_why(room: Path) -> None:
    def changed(*words: str) -> list[str]:
        done = judge(room, "--tests", "tests", "--sandbox", "auto", *words)
        return [
            line for line in done.stdout.splitlines() if line.startswith(("成績變了", "上一次"))
        ]

    assert changed() == changed() == []
    (room / "hw/謝承恩_346_assignsubmission_file_/hw.py").write_text(PROGRAM)
    assert changed() == ["成績變了：謝承恩 從 WA 0 變成 AC 100（換了一個程式）"]
    (room / "tests/1.out").write_text("777\n")
    because = "測試、限制或更正改了，或重新評測）"
    assert changed("--only", "謝承恩") == [f"成績變了：謝承恩 從 AC 100 變成 WA 50（{because}"]
    assert {line.partition("（")[2] for line in changed()} == {because}
    (room / "more.toml").write_text('[students."王小明"]\npoints = 7\n')
    (line,) = changed("--only", "王小明", "--corrections", "more.toml")
    assert line == f"成績變了：王小明 從 WA 50 變成 WA 7（{because}"
    (room / "hw/謝承恩_346_assignsubmission_file_").rename(room / "gone")
    assert changed()[-1] == "上一次有成績、這一次沒有作業的學生（1）：謝承恩"


def test_only_takes_a_number_of_the_sheet_and_a_wrong_name_gets_the_closest(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = "Identifier,Full name,ID number,Grade,Maximum Grade\n"
    (room / "sheet.csv").write_text(f"{header}參與者 346,謝承恩,b10902346,,10\n")
    (room / "groups.csv").write_text("student,group\n謝承恩,Team 1\n")
    words = ("--tests", "tests", "--sandbox", "auto")
    filling = ("--sheet", "sheet.csv", "--filled", "new.csv", "--only", "B10902346")
    rows = [row.split() for row in judge(room, *words, *filling).stdout.splitlines()]
    assert rows[0][:3] == ["學生", "學號", "結果"]
    assert rows[1][:3] == ["謝承恩", "b10902346", "WA"]
    assert rows[2] == []
    monkeypatch.chdir(room)
    call = ("judge", "class", "hw", *words)
    answer = "錯誤：沒有「謝承思」的作業；是不是 謝承恩？\n"
    assert answered(*call, "--only", "謝承思") == (2, answer)
    status, error = answered(*call, "--groups", "groups.csv")
    assert (status, "裡沒有一組交了作業" in error) == (2, True)
    (room / "sheet.csv").write_text(f"{header}參與者 346,謝承恩,b1,,10\n參與者 999,謝承恩,b2,,10\n")
    (room / "more.toml").write_text('[students."謝承恩"]\nexcused = true\n')
    answer = "錯誤：更正的「謝承恩」不知道是誰：「謝承恩」、「參與者 999 謝承恩 b2」\n"
    assert answered(*call, *filling[:4], "--corrections", "more.toml") == (2, answer)
