"""Groups of Moodle: every member has the group's grade, and a group's id is nobody's."""

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest

from tests.classroom.conftest import PROGRAM
from tests.classroom.test_class import judge

RED, BLUE, DEFAULT = (
    f"{group}_assignsubmission_file"
    for group in ("Team Red C_77", "組B10902_78", "Default group")
)  # fmt: skip
SHEET = (
    "Identifier,Full name,Group,Grade,Maximum Grade,Feedback comments\n"
    "Participant 71,Ann Lee,Team_Red: C,,10.00,\nParticipant 72,Bob Ray,Team_Red: C,,10.00,\n"
    "Participant 77,Ann Lee,組B10902,,10.00,\nParticipant 78,Di Fox,組B10902,,10.00,\n"
    "Participant 79,Ed Gil,Default group,,10.00,\nParticipant 80,Flo Hu,Team Gone,,10.00,\n"
)


@pytest.fixture
def teams(room: Path) -> Path:
    (room / "teams").mkdir()
    for name, program in (RED, PROGRAM), (BLUE, "print(4)"), (DEFAULT, PROGRAM):
        (room / "teams" / name).mkdir()
        (room / "teams" / name / "main.py").write_text(program)
    (room / "hw").rename(room / "others")
    (room / "teams").rename(room / "hw")
    (room / "sheet.csv").write_text(SHEET)
    return room


def grades(room: Path, *words: str) -> dict[str, str]:
    files = "--sheet sheet.csv --filled new.csv --json g.json --sandbox auto --tests tests"
    done = judge(room, *files.split(), *words)
    assert (done.returncode, done.stderr) == (0, "")
    sheet = csv.reader(io.StringIO((room / "new.csv").read_text()))
    return {row[0].removeprefix("Participant "): row[3] for row in [*sheet][1:]}


@pytest.mark.parametrize("column", ["Group", "Gruppe"])
def test_each_member_has_the_grade_and_the_pages_of_the_group(column: str, teams: Path) -> None:
    (teams / "sheet.csv").write_text(SHEET.replace("Group,", f"{column},", 1))
    got = grades(teams, "--feedback", "f.zip", "--html", "html", "--unpack", "plain")
    assert got == {"71": "10", "72": "10", "77": "5", "78": "5", "79": "10", "80": ""}
    with zipfile.ZipFile(teams / "f.zip") as packed:
        assert {name.split("_")[1] for name in packed.namelist()} == {"71", "72", "77", "78", "79"}
        assert ">4" in packed.read("Ann Lee_77_assignsubmission_file_feedback.html").decode()
    pages = {path.stem for path in (teams / "html/students").iterdir()}
    assert pages == {"Ann Lee_71", "Bob Ray", "Ann Lee_77", "Di Fox", "Ed Gil"}
    assert len([*(teams / "plain").glob("[!.]*")]) == 3
    assert json.loads((teams / "g.json").read_text())["sheet"]["missing"] == [
        "Participant 80 Flo Hu"
    ]


def test_corrections_and_only_name_a_group_or_a_member(teams: Path) -> None:
    (teams / "group.toml").write_text(
        '[students."team red c"]\nadd = -10\n[students."Participant 72"]\nadd = -20\n'
    )
    got = grades(teams, "--corrections", "group.toml", "--only", "Team Red C", "--only", "di fox")
    assert got == {"71": "9", "72": "8", "77": "", "78": "5", "79": "", "80": ""}


def test_the_id_of_a_group_that_is_not_in_the_sheet_fills_no_row(teams: Path) -> None:
    (teams / "sheet.csv").write_text(SHEET.replace("Team_Red: C", "Team Green"))
    assert grades(teams) == {"71": "", "72": "", "77": "5", "78": "5", "79": "10", "80": ""}


def test_a_name_that_is_also_a_number_of_the_student_is_no_group(teams: Path) -> None:
    (teams / "sheet.csv").write_text(SHEET.replace("Ann Lee,組B10902", "b1,b1"))
    for name in "b1_77", "Bob Ray_72", "Ann Lee_71":
        (teams / "hw" / f"{name}_assignsubmission_file_main.py").write_text(PROGRAM)
    for name in RED, BLUE, DEFAULT:
        (teams / "hw" / name / "main.py").unlink()
        (teams / "hw" / name).rmdir()
    assert grades(teams) == {"71": "10", "72": "10", "77": "10", "78": "", "79": "", "80": ""}


def test_an_older_folder_of_a_member_is_the_members(teams: Path) -> None:
    for path in (teams / "hw").iterdir():
        (path / "main.py").unlink()
        path.rmdir()
    for name in "組B10902-Ann Lee_77", "Team Red C-Bob Ray_72":
        (teams / "hw" / f"{name}_assignsubmission_file_main.py").write_text(PROGRAM)
    assert grades(teams) == {"71": "", "72": "10", "77": "10", "78": "", "79": "", "80": ""}


def test_a_group_of_canvas_has_its_members_from_a_file(room: Path) -> None:
    for path in (room / "hw").glob("*_assign*"):
        (path / "hw.py").unlink()
        path.rmdir()
    (room / "hw/teamone_13_903_main.py").write_text("print(4)")
    (room / "hw/chenan_LATE_11_901_hw.py").rename(room / "hw/teamtwo_LATE_11_901_hw.py")
    (room / "sheet.csv").write_text(
        "sep=;\nStudent;ID;SIS User ID;Section;HW (1)\n"
        "Points Possible;;;;10,50\nChen, An;11;B1;;\nLin, B;12;B2;;\nWu, C;13;B3;;\nHo, D;14;B4;;\n"
    )
    words = "--tests tests --sandbox auto --sheet sheet.csv --filled new.csv".split()
    done = judge(room, *words, "--missing", "0")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 2)
    assert "--groups" in done.stderr.splitlines()[-1]
    (room / "groups.csv").write_text(
        "學號,組名\nb1,Team-Two\nb2,Team-Two\nb3,Team One\nb4,Team One\n"
    )
    done = judge(room, *words, "--groups", "groups.csv")
    assert (done.returncode, done.stderr) == (0, "")
    sheet = csv.reader(io.StringIO((room / "new.csv").read_text()), delimiter=";")
    assert [row[-1] for row in sheet][3:] == ["10,5", "10,5", "5,25", "5,25"]
