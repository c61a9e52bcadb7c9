"""Rows of a sheet: what stays, what is capped and counted, and names that fit two students."""

import csv
import io
from pathlib import Path

import pytest

from tests.classroom.conftest import PROGRAM
from tests.classroom.test_class import judge
from tests.classroom.test_sheet import CANVAS, filled, grade, lists, rows, run

CAPPED = "Identifier,Full name,Grade,Maximum Grade,Feedback comments\n"


def test_points_above_the_maximum_are_the_maximum(tmp_path: Path) -> None:
    for most, wanted in ("10", "10"), ("10,00", "10"), ("", "120"):
        data = f'{CAPPED}Participant 1,王,,"{most}",\n'.encode()
        found = filled(tmp_path, data, [grade("王", user="1", points=120.0)])
        assert rows(found.data)[1][2] == wanted
        assert lists(found) == ({"capped": ["王"]} if most else {})


def test_other_grades_and_comments_stay_without_replace(tmp_path: Path) -> None:
    students = "".join(
        f"Participant {user},王,{points},100,{words}\n"
        for user, points, words in (
            (1, "50.00", ""), (2, "60", ""), (3, "-", ""), (4, "", "see me"),
            (5, "0", ""), (6, "", ""),
        )
    )  # fmt: skip
    data = (CAPPED + students).encode()
    grades = [grade(f"王_{user}", "王", str(user)) for user in (1, 2, 3, 4, 5)]
    kept = filled(tmp_path, data, grades, replace=False)
    assert [row[2] for row in rows(kept.data)[1:]] == ["50.00", "60", "50", "50", "0", ""]
    assert [bool(row[4]) for row in rows(kept.data)[1:]] == [True, False, True, True, False, False]
    assert rows(kept.data)[4][4] == "see me"
    assert kept.sides["kept"] == ["王_2", "王_4", "王_5"]
    assert kept.counts == {"changed": 2, "kept": 2, "left": 2}
    new = filled(tmp_path, data, grades)
    assert [row[2] for row in rows(new.data)[1:]] == ["50.00", "50", "50", "50", "50", ""]
    assert new.sides["kept"] == []
    zero = filled(tmp_path, data + b"Participant 7\n", grades, replace=False, missing=0.0)
    assert rows(zero.data)[6][2] == "0"
    assert zero.counts == {"changed": 3, "kept": 2, "left": 2}


def test_the_row_of_a_namesake_is_not_a_second_row(tmp_path: Path) -> None:
    data = f"{CAPPED}Participant 1,王,,100,\nParticipant 2,王,,100,\n".encode()
    found = filled(tmp_path, data, [grade("王", "王", user="1")])
    assert [row[2] for row in rows(found.data)[1:]] == ["50", ""]
    assert lists(found) == {"missing": ["Participant 2 王"]}


def test_a_row_of_a_blind_worksheet_is_a_number(tmp_path: Path) -> None:
    rows_of_both = "".join(f"Participant {user},Submitted for grading,\n" for user in (1, 2, 3))
    own = grade("Participant_1", "Participant", "1")
    found = filled(tmp_path, f"Identifier,Status,Grade\n{rows_of_both}".encode(), [own])
    assert (own.beside, lists(found)) == ("", {"missing": ["Participant 2", "Participant 3"]})


def test_the_student_of_canvas_who_is_a_test_is_not_missing(tmp_path: Path) -> None:
    data = f'{CANVAS}"    Student, Test",14,,x,Section A,,,,\r\n'.encode()
    grades = [grade("b10902001", user="11"), grade("b10902002", user="12", settled=False)]
    found = filled(tmp_path, data, grades, "HW1", missing=0.0)
    assert [row[5] for row in rows(found.data)[3:]] == ["25", "3", "0", ""]
    assert found.sides["missing"] == ["Wu, Fang 13 B10902003"]


SPLIT = (
    "LastName,FirstName,ID,SIS User ID,SIS Login ID,Section,HW1 (801),Final Score\r\n"
    ",,,,,,Manual Posting,\r\n    Points Possible,,,,,,{},(read only)\r\n"
    "Chen,An,11,B1,b1@x,A,,\r\n,Suharto,12,B2\r\n"
    "Wu,Fang,13\r\nStudent,Test,14,,x,A,,\r\n"
)


@pytest.mark.parametrize(
    ("most", "points"),
    [("10", "5"), ('"1,000"', "500"), ('"1,000.00"', "500"), ('"1.000,00"', "500"),
     ('"10,00"', "5"), ("0", "50"), ("0.0", "50"), ("", "50")],
)  # fmt: skip
def test_names_of_canvas_in_two_columns_and_any_maximum(
    most: str, points: str, tmp_path: Path
) -> None:
    grades = [grade("chenan", "chenan", "11"), grade("suharto", "suharto", "12")]
    found = filled(tmp_path, SPLIT.format(most).encode(), grades, missing=0.0)
    assert [row[6] for row in rows(found.data)[3:]] == [points, points, "0", ""]
    assert lists(found) == {"missing": ["Wu Fang"]}


def test_an_anonymous_id_is_no_number_of_a_row(tmp_path: Path) -> None:
    found = filled(tmp_path, CANVAS.encode(), [grade("anon_Kpxyr12", "", "anon_Kpxyr12")], "HW1")
    assert rows(found.data) == rows(CANVAS.encode())
    assert found.sides["unknown"] == ["anon_Kpxyr12"]


@pytest.mark.parametrize(
    ("correction", "sheet", "keys"),
    [
        ("王小明", None, ("王小明_1", "王小明_2")),
        ("王小明", "Identifier,Full name,Grade\nParticipant 1,王小明,\n", ("王小明_1", "王小明_2")),
        ("陳怡君", "Identifier,Full name,Grade\nParticipant 8,陳怡君,\nParticipant 9,陳怡君,\n",
         ("Participant 8 陳怡君", "Participant 9 陳怡君")),
        (None, "Full name,Grade\n王小明,\n", ("王小明_1", "王小明_2")),
        (None, "Identifier,Full name,Grade\nParticipant 2,李四,\n", ("2", "李四", "王小明_2")),
        (None, "Identifier,Full name,Grade\nParticipant 9,王小明,\n", ("1", "王小明_1")),
    ],
)  # fmt: skip
def test_a_row_that_may_be_anothers_ends_the_command_with_the_keys(
    correction: str | None, sheet: str | None, keys: tuple[str, str], room: Path
) -> None:
    for number in 1, 2:
        (room / f"hw/王小明_{number}_assignsubmission_file_hw.py").write_text(PROGRAM)
        folder = room / "hw/王小明_345_assignsubmission_file_"
    (folder / "hw.py").unlink()
    folder.rmdir()
    words = ["--tests", "tests", "--sandbox", "auto"]
    if correction is not None:
        (room / "two.toml").write_text(f'[students."{correction}"]\npoints = 90\n')
        words += ["--corrections", "two.toml"]
    if sheet is not None:
        (room / "names.csv").write_text(sheet)
        words += ["--sheet", "names.csv", "--filled", "new.csv", "--column", "Grade"]
    for language in "C.UTF-8", "en_US.UTF-8":
        done = judge(room, *words, language=language)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        for key in keys:
            assert key in done.stderr
    assert not (room / "results-tests.db").exists()


def test_a_text_or_a_link_of_canvas_is_a_submission_without_a_program(room: Path) -> None:
    for name in "wufang_13_text.html", "linyi_LATE_12_link.html":
        (room / "hw" / name).write_text("<p>see https://example.com</p>")
    (room / "sheet.csv").write_text(CANVAS.replace(",HW2 (802)", "").replace(",7,", ","))
    words = "--missing", "0", "--only", "wufang"
    assert run(room, *words).returncode == 2
    for path in (room / "hw").glob("*assignsubmission*"):
        (path / "hw.py").unlink()
        path.rmdir()
    done = run(room, "--missing", "0", language="en_US.UTF-8")
    assert done.returncode == 0
    table = csv.DictReader(io.StringIO((room / "g.csv").read_text("utf-8-sig")))
    assert {row["student"]: (row["verdict"], row["late"]) for row in table} == {
        "chenan": ("AC", "LATE"), "linyi": ("NS", "LATE"), "wufang": ("NS", ""),
    }  # fmt: skip
    assert done.stdout.endswith("grades in the sheet: 2 changed, 1 kept, 0 left alone\n")
    assert "so kept (1, --replace replaces them): linyi\n" in done.stdout
    (room / "hw/guest_99_text.html").write_text("a guest")
    done = run(room, "--missing", "0")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "guest" in done.stderr
