"""Downloads as each platform makes them: every grade goes to its owner, whatever the names."""

import csv
import io
import json
import random
import re
import string
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest

from cardjudge.programs.process import Limits
from judge.classroom import intake, page
from judge.classroom.grades import Grade, Marking
from judge.classroom.judging import HandedIn
from judge.classroom.members import Groups, by_members
from judge.classroom.sheet import Filling, Sheet
from judge.verdicts import Verdict
from tests.classroom.test_archive import zipped

SIZE = 40
MOST = 1 << 30
"""The most points in all sheets, so that a grade may be the number of its owner."""
MARKING = Marking((), (), Limits())
FAMILIES = ("Lee", "Müller", "O'Brien", "de la Cruz", "王", "歐陽", "Nguyễn", "Lin_Wu", "LATE")
GIVEN = ("Ann", "Jörg", "小明", "J. R.", "Anon", "Ann", "一", "Agent 47000", "text", "B-1")


class Student(NamedTuple):
    """A student of a class; `user` is the platform's number, and `team` that of the group."""

    user: int
    number: str
    given: str
    family: str
    team: int
    late: bool

    @property
    def full(self) -> str:
        return f"{self.given} {self.family}"


class Download(NamedTuple):
    """A class: files by owner, the sheet, and the column in which the grades must be."""

    files: list[tuple[str, str]]
    """Names, and the user whose file it is; of a group, any of its members."""
    sheet: str = ""
    column: str = ""
    groups: str = ""
    """The file for --groups."""
    name: str = "hw.zip"
    beside: dict[str, str] = {}
    """Other files of the platform, by their names."""
    upload: str = "(?!)"
    """Finds whose a page of feedback is, by the name in the platform's own way."""


def drawn(seed: int) -> tuple[random.Random, list[Student]]:
    """Return students whose ids stand in names and numbers of others, and names that recur."""
    draw = random.Random(seed)
    ids = draw.sample([*range(1, 30), *range(30140, 30160), *range(10902000, 10902020)], SIZE)
    students = []
    for at, user in enumerate(ids):
        given, family = draw.choice(GIVEN), draw.choice(FAMILIES)
        kind = draw.randrange(6)
        given = {0: f"資工B10902 {given}", 1: f"{ids[at - 1]} {given}", 2: f"{user} {given}"}.get(
            kind, given
        )
        number = f"b{109_02_000 + at}"
        given = f"{number} {given}" if kind == 3 else given
        students.append(Student(user, number, given, family, at // 4 + ids[0], draw.random() < 0.3))
    return draw, students


def table(header: str, rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerows([header.split(","), *rows])
    return text.getvalue()


def clean(name: str) -> str:
    """Return a name of a file as Moodle's clean_filename makes it."""
    return re.sub(r"\.\.+", ".", re.sub(r"[\x00-\x1f&<>\"`|':\\/]", "", name))


def in_moodle(draw: random.Random, students: list[Student], teams: bool, flat: bool) -> Download:
    files = []
    for student in [each for at, each in enumerate(students) if at % 4 == 0 or not teams]:
        name = f"Team {student.team - students[0].team}" if teams else student.full
        prefix = clean(f"{name.replace('_', ' ')}_{student.team if teams else student.user}")
        inside = "_" if flat else draw.choice(["/", "/src/"])
        files.append((f"{prefix}_assignsubmission_file{inside}main.py", str(student.user)))
    header = "Identifier,Full name,Email address,Group,Grade,Maximum Grade,Feedback comments"
    rows = [
        (f"Participant {s.user}", s.full, f"{s.number}@x.tw", f"Team {s.team - students[0].team}"
         if teams else "", "", f"{MOST}.00", "")
        for s in students
    ]  # fmt: skip
    draw.shuffle(rows)
    return Download(files, table(header, rows), "Grade", upload=r"_(\d+)_assignsubmission_")


def word(name: str) -> str:
    """Return a name as Canvas writes it into the names of files."""
    name = re.sub(r"_(\d+)_", r"\1", name).lower()
    return "".join(letter for letter in name if letter.isalnum() or letter == "_")


def in_canvas(draw: random.Random, students: list[Student], teams: bool) -> Download:
    files = []
    for student in [each for at, each in enumerate(students) if at % 4 == 0 or not teams]:
        own = f"Team {student.team}" if teams else f"{student.family}, {student.given}"
        start = f"{word(own)}_{'LATE_' * student.late}{student.user}"
        attachment = draw.randrange(100, 999)
        files.append((f"{start}_{attachment}_main.py", str(student.user)))
        if draw.random() < 0.5:  # handed in again
            files[-1] = f"{start}_{attachment}_main.py", "0"
            files.append((f"{start}_{attachment + 1}_main-1.py", str(student.user)))
    rows = [
        (f"{s.family}, {s.given}", s.user, s.number.upper(), f"{s.number}@x.tw", "A", "")
        for s in students
    ]
    draw.shuffle(rows)
    header = "Student,ID,SIS User ID,SIS Login ID,Section,HW1 (801)"
    possible = ("    Points Possible", "", "", "", "", f"{MOST}.00")
    groups = table(
        "name,canvas_user_id,user_id,login_id,sections,group_name",
        [(s.full, s.user, s.number, s.number, "A", f"Team {s.team}") for s in students],
    )
    sheet = table(header, [possible, *rows])
    return Download(files, sheet, "HW1 (801)", groups * teams, upload=r"_(\d+)_\d+_feedback\.html")


def in_anonymous(draw: random.Random, students: list[Student]) -> Download:
    letters = string.ascii_letters + string.digits
    ids = {s.user: "".join(draw.choices(letters, k=5)) for s in students}
    ids |= {students[0].user: "aB3dE", students[1].user: "Ab3dE", students[2].user: "10902"}
    starts = [(f"{'LATE_' * s.late}anon_{ids[s.user]}", str(s.user)) for s in students]
    files = [(f"{start}_{draw.randrange(100, 999)}_main.py", user) for start, user in starts]
    files += [(f"{start}_99_report.pdf", "0") for start, _ in starts[::3]]
    names = "|".join(f"(?P<_{user}>{name})" for user, name in ids.items())
    return Download(files, upload=f"anon_(?:{names})_\\d+_feedback\\.html")


def in_gradescope(draw: random.Random, students: list[Student]) -> Download:
    files, metadata = [], []
    at = 0
    while at < SIZE:
        team = students[at : at + draw.choice([1, 1, 3])]
        at += len(team)
        folder = f"submission_{draw.randrange(1000)}{at:02}"
        files.append((f"assignment_7_export/{folder}/main.py", str(team[0].user)))
        metadata += [f"{folder}:", "  :submitters:"]
        for each in team:
            metadata += [f"  - :name: {json.dumps(each.full)}", f"    :sid: '{each.number}'",
                         f"    :email: {each.number}@x.tw"]  # fmt: skip
        metadata += ["  :created_at: 2026-03-05 12:00:00.000000000 Z", "  :score: 0.0"]
    rows = [(s.user, s.given, s.family, s.number, f"{s.number}@x.tw", "", MOST) for s in students]
    draw.shuffle(rows)
    header = "ID,First Name,Last Name,SID,Email,Total Score,Max Points"
    beside = {"assignment_7_export/submission_metadata.yml": "---\n" + "\n".join(metadata) + "\n"}
    return Download(files, table(header, rows), "Total Score", beside=beside)


def in_blackboard(draw: random.Random, students: list[Student]) -> Download:
    files, beside = [], {}
    for student in students:
        user = f"u_{student.number}" if student.late else student.number
        attempts = draw.choice([1, 2])
        for attempt in range(attempts):
            start = f"HW_1 A_{user}_attempt_2026-03-0{1 + attempt}-10-00-00"
            beside[f"{start}.txt"] = f"Name: {student.full} ({user})\nAssignment: HW_1 A\n"
            owner = str(student.user) if attempt == attempts - 1 else "0"
            files.append((f"{start}_main.py", owner))
    rows = [
        (s.user, s.family, s.given, f"u_{s.number}" if s.late else s.number, "") for s in students
    ]
    draw.shuffle(rows)
    column = f"HW_1 A [Total Pts: {MOST} Score] |7123"
    return Download(
        files, table(f"ID,Last Name,First Name,Username,{column}", rows), column, beside=beside
    )


def in_github(draw: random.Random, students: list[Student]) -> Download:
    users = [f"u{s.user}-{s.number[-2:]}" for s in students]
    pairs = [*zip(users, students, strict=True)]
    files = [(f"hw1-submissions/hw1-{user}/main.py", str(s.user)) for user, s in pairs]
    rows = [(s.user, s.number, user, 9000 - s.user, s.full) for user, s in pairs]
    draw.shuffle(rows)
    header = "ID,identifier,github_username,github_id,name"
    return Download(files, table(header, rows), "points", name="hw1-submissions.zip")


def in_drive(draw: random.Random, students: list[Student]) -> Download:
    files = []
    for s in students:
        files.append((f"HW 1/{s.number}_{s.full}_hw1.py", str(s.user)))
        files += [(f"HW 1/{s.number}_{kind}", "0") for kind in draw.sample(["a.pdf", "b.h"], 1)]
    rows = [(s.user, s.number, "") for s in students]
    return Download(files, table("ID,學號,hw1", rows), "hw1", name="drive-download (1).zip")


PLATFORMS: dict[str, Callable[[random.Random, list[Student]], Download]] = {
    "Moodle": lambda draw, students: in_moodle(draw, students, False, False),
    "Moodle without folders": lambda draw, students: in_moodle(draw, students, False, True),
    "Moodle with groups": lambda draw, students: in_moodle(draw, students, True, False),
    "Canvas": lambda draw, students: in_canvas(draw, students, False),
    "Canvas, anonymous": in_anonymous,
    "Canvas with groups": lambda draw, students: in_canvas(draw, students, True),
    "Gradescope": in_gradescope,
    "Blackboard": in_blackboard,
    "GitHub Classroom": in_github,
    "Google Drive": in_drive,
}


def graded(folder: Path, download: Download) -> tuple[dict[str, str], dict[str, str]]:
    """Return the grade of each row and of each page; a program's is the number of its owner."""
    names = [(name, owner.encode()) for name, owner in download.files]
    path = folder / download.name
    path.write_bytes(zipped([*names, *((n, t.encode()) for n, t in download.beside.items())]))
    (folder / "sheet.csv").write_text(download.sheet, newline="")
    with intake.opened(path) as found:
        entries = by_members(intake.entries(found), found.submitters)
        column = download.column if download.column != "points" else None
        sheet = Sheet(folder / "sheet.csv", Filling(column)) if download.sheet else None
        if sheet is not None and download.groups:
            assert sheet.looks_shared(entries)
            (folder / "groups.csv").write_text(download.groups)
            entries = by_members(entries, Groups(folder / "groups.csv").members(entries))
        elif sheet is not None:
            entries = by_members(entries, sheet.members(entries))
            assert not sheet.looks_shared(entries)
        grades = []
        for entry in entries:
            files = intake.contents(entry)
            (owner,) = {
                data for name, data in files.items() if isinstance(data, bytes) and ".py" in name
            }
            grades.append(Grade(HandedIn(entry), MOST, Verdict.WA, "", points=int(owner)))
        assert len({entry.student.casefold() for entry in entries}) == len(entries)
        pages: dict[str, str] = {}
        packed = ZipFile(io.BytesIO(), "w")
        for grade in grades:
            page.write_student(folder / "pages", MARKING, grade)
            page.feedback(packed, grade, MARKING)
        assert len({*packed.namelist()}) == len(grades)
        for name in packed.namelist():
            if match := re.search(download.upload, name):
                user = (match.lastgroup or match[1]).strip("_")
                pages[user] = points_of(packed.read(name).decode())
        for grade in grades:
            text = (folder / f"pages/students/{intake.file_name(grade.student)}.html").read_text()
            assert points_of(text) == f"{grade.points:.0f}"
    if sheet is None:
        return {}, pages
    filled = sheet.filled([], grades)
    assert {name: who for name, who in filled.sides.items() if who} == {}
    rows = csv.DictReader(io.StringIO(filled.data.decode(), newline=""))
    cells = {
        number: row[download.column]
        for row in rows
        if (number := row.get("ID", row.get("Identifier", "")).split(" ")[-1])
    }
    return cells, pages


def points_of(text: str) -> str:
    """Return the points on a student's page."""
    (points,) = re.findall(rf"(\d+) / {MOST}", text)
    return str(points)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_cell_and_page_has_the_grade_of_its_owner(
    platform: str, seed: int, tmp_path: Path
) -> None:
    draw, students = drawn(seed)
    download = PLATFORMS[platform](draw, students)
    handed_in = {owner for _, owner in download.files} - {"0"}
    expected, owner = {}, ""
    for student in students:  # the first of a group hands in
        owner = str(student.user) if str(student.user) in handed_in else owner
        expected[str(student.user)] = owner
    uploads = download.upload != "(?!)"
    paged = expected if "Moodle" in platform else {user: user for user in handed_in}
    both = expected if download.sheet else {}, paged if uploads else {}
    assert graded(tmp_path, download) == both
    draw.shuffle(download.files)
    assert graded(tmp_path, download) == both
