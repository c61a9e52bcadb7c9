"""Grades are written into sheets of Moodle, Canvas and others; no other value changes."""

import csv
import io
import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardjudge.errors import UserError
from judge.classroom.corrections import Correction, Corrections
from judge.classroom.grades import Grade
from judge.classroom.intake import Entry
from judge.classroom.judging import HandedIn
from judge.classroom.sheet import Filled, Filling, Sheet
from judge.verdicts import Verdict
from tests.classroom.conftest import PROGRAM as PROGRAM
from tests.classroom.test_class import judge
from tests.processes import answered
from tests.tables import table

FIRST, SECOND = "B10902001 王小明", "B10902002 謝承恩"
MOODLE = {language: row for language, *row in table("classroom/moodle.txt")}
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,HW1 (801),HW2 (802),Current Score,Final Score\r\n"
    ",,,,,Manual Posting,,,\r\n"
    "    Points Possible,,,,,50,10,(read only),(read only)\r\n"
    '"Chen, An",11,B10902001,b10902001@ntu.edu.tw,Section A,,7,,\r\n'
    '"Lin, Yi ""Lily""",12,B10902002,b10902002@ntu.edu.tw,Section B,3,,,\r\n'
    '"Wu, Fang",13,B10902003,b10902003@ntu.edu.tw,"Section A and Section B",,,,\r\n'
)


def grade(
    student: str, name: str = "", user: str = "", points: float = 50, **other: object
) -> Grade:
    entry = Entry(student, (), name, user)
    made = Grade(HandedIn(entry), 100.0, Verdict.WA, "1：差 1", points=points)
    return made._replace(**other)  # type: ignore[arg-type]


def filled(
    folder: Path,
    data: bytes,
    grades: list[Grade],
    column: str | None = None,
    replace: bool = True,
    missing: float | None = None,
) -> Filled:
    path = folder / "sheet.csv"
    path.write_bytes(data)
    return Sheet(path, Filling(column, replace, missing)).filled([], grades)


def lists(found: Filled) -> dict[str, Sequence[str]]:
    return {name: students for name, students in found.sides.items() if students}


def rows(data: bytes, encoding: str = "utf-8-sig", mark: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(encoding), newline=""), delimiter=mark))


@pytest.mark.parametrize("language", MOODLE)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8", "utf-16", "cp950"])
def test_a_worksheet_of_moodle_is_filled_in(language: str, encoding: str, tmp_path: Path) -> None:
    header, word = MOODLE[language]
    if encoding == "cp950" and language == "de":
        pytest.skip("Big5 has no umlauts")
    lines = [
        header,
        f'{word} 345,{FIRST},,a@x.tw,"Submitted",,10.00,Yes,"Sunday, 1 March",-,',
        f'{word} 346,{SECOND},,b@x.tw,Submitted,"7.00",10.00,Yes,-,-,"two\r\nlines, ""old"""',
        f"{word} 347,某人,,c@x.tw,No submission,,10.00,Yes,-,-,",
        "",
    ]
    data = "\r\n".join(lines).encode(encoding)
    grades = [grade("b10902001", user="345"), grade("b10902002", user="346", points=100 / 3)]
    found = filled(tmp_path, data, grades)
    wanted, came = rows(data, encoding), rows(found.data, encoding)
    wanted[1][5], wanted[2][5] = "5", "3.33"
    if language != "de":
        wanted[1][10] = "WA 50/100 · 1：差 1"
        wanted[2][10] = "WA 33.33/100 · 1：差 1"
    assert came == wanted
    assert lists(found) == {"missing": [f"{word} 347 某人"]}


def test_a_gradebook_of_canvas_is_filled_in(tmp_path: Path) -> None:
    grades = [
        grade("b10902001", user="11"),
        grade("b10902002", user="12", excused=True),
        grade("b10902004", user="14"),
    ]
    found = filled(tmp_path, CANVAS.encode(), grades, "HW1")
    wanted = CANVAS.replace("Section A,,7", "Section A,25,7").replace("B,3,", "B,EX,")
    assert rows(found.data) == rows(wanted.encode())
    assert lists(found) == {"missing": ["Wu, Fang 13 B10902003"], "unknown": ["b10902004"]}
    assert filled(tmp_path, CANVAS.encode(), grades, "HW2 (802)").data != found.data
    for column in None, "HW3":
        with pytest.raises(UserError, match=r"HW1 \(801\)"):
            filled(tmp_path, CANVAS.encode(), grades, column)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp950", "utf-16"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_any_sheet_with_numbers_or_names_is_filled_in(
    encoding: str, mark: str, tmp_path: Path
) -> None:
    text = '"姓, 名, 全名"|學號|作業一\n王小明|b10902001|\n謝承恩|B10902002|"9"\n"功, 許"|x|\n'
    text = text.replace("|", mark)
    grades = [grade("b10902001"), grade("謝承恩"), grade("許功")]
    found = filled(tmp_path, text.encode(encoding), grades, "作業一")
    wanted = text.replace(f"001{mark}", f"001{mark}50").replace('"9"', '"50"')
    assert rows(found.data, encoding, mark) == rows(wanted.encode(encoding), encoding, mark)
    assert found.sides["unknown"] == ["許功"]


def test_a_system_error_leaves_the_cell_unchanged(tmp_path: Path) -> None:
    data = b"id,hw\nb10902001,3\nb10902002,4\n"
    grades = [grade("b10902001", settled=False), grade("b10902002", points=0.0)]
    assert filled(tmp_path, data, grades, "hw").data == b"id,hw\nb10902001,3\nb10902002,0\n"
    said = Corrections({"b10902001": Correction(points=80)})
    grades = [said.corrected(each) for each in grades]
    assert filled(tmp_path, data, grades, "hw").data == b"id,hw\nb10902001,80\nb10902002,0\n"


def test_ambiguous_rows_are_reported_and_left_empty(tmp_path: Path) -> None:
    data = "name,hw\nb10902001,\nb10902001,\n王,\n".encode()
    grades = [grade("b10902001"), grade("王_1", "王"), grade("王_2", "王")]
    found = filled(tmp_path, data, grades, "hw")
    assert found.data == data
    assert found.sides["twice"] == ["b10902001"]
    assert found.sides["unknown"] == ["王_1", "王_2"]


CELL = st.one_of(
    st.text(st.characters(exclude_characters='",\r\n', exclude_categories=["Cs"]), max_size=5),
    st.text(st.sampled_from('",\r\n牌a=;\t'), max_size=6).map(
        lambda words: '"{}"'.format(words.replace('"', '""'))
    ),
)


@given(
    before=st.lists(st.tuples(CELL, CELL), max_size=4),
    old=CELL,
    line=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    last=st.booleans(),
)
def test_no_value_outside_of_the_cell_changes(
    before: list[tuple[str, str]],
    old: str,
    line: str,
    encoding: str,
    last: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    lines = ["who,hw,,,,,note", *(f"{a},{b}" for a, b in before)]
    head = line.join([*lines, "b10902001,"])
    tail = ',"my\nnote"' + (line if last else "")
    data = (head + old + tail).encode(encoding)
    found = filled(tmp_path_factory.mktemp("sheet"), data, [grade("b10902001")], "hw")
    assert rows(found.data, encoding) == rows((head + "50" + tail).encode(encoding), encoding)
    text = found.data.decode(encoding)
    assert text.encode(encoding) == found.data
    assert text.startswith(lines[0] + line)
    assert text.endswith('note"' + (line if last else ""))


def run(folder: Path, *words: str, language: str = "C.UTF-8") -> subprocess.CompletedProcess[str]:
    back = "--sheet sheet.csv --filled new.csv --csv g.csv --json g.json".split()
    common = "--tests", "tests", "--sandbox", "auto", *back
    return judge(folder, *common, *words, language=language)


def test_a_class_goes_from_the_download_to_the_sheet(room: Path) -> None:
    done = run(room, "--corrections", "more.toml", "--feedback", "f.zip", "--replace")
    assert (done.returncode, done.stderr) == (0, "")
    assert [row[2:] for row in rows((room / "new.csv").read_bytes())] == [
        ["Grade", "Maximum Grade", "Feedback comments"],
        ["141", "200", "AC 70.5/100 · 口試 · 分數改成 70.5"],
        ["0", "200", "WA 0/100 · 1：第 1 行第 1 欄 · 遲交 2 天，扣 20 分"],
        ["", "200", "免計分"],
        ["", "200", ""],
    ]
    sides = json.loads((room / "g.json").read_text())["sheet"]
    assert {name: students for name, students in sides.items() if students} == {
        "missing": ["Participant 8 林沒交"], "unknown": ["chenan"],
    }  # fmt: skip
    assert done.stdout.endswith("成績單的成績：改了 3 格，保留 0 格，沒有動 1 格\n")
    for name in "林沒交", "chenan":
        assert name in done.stdout.split("3 個學生")[1]
    table = {
        row["student"]: row
        for row in csv.DictReader(io.StringIO((room / "g.csv").read_text("utf-8-sig")))
    }
    assert {who: (row["points"], row["remark"]) for who, row in table.items()} == {
        "王小明": ("70.5", "口試; 分數改成 70.5"),
        "謝承恩": ("0", "遲交 2 天，扣 20 分"),
        "chenan": ("95", "遲交 1 天，扣 10 分; 另計 +5 分"),
    }
    with zipfile.ZipFile(room / "f.zip") as packed:
        assert sorted(packed.namelist()) == [
            "chenan_LATE_11_901_feedback.html",
            "王小明_345_assignsubmission_file_/feedback.html",
            "謝承恩_346_assignsubmission_file_/feedback.html",
        ]
        page = packed.read("謝承恩_346_assignsubmission_file_/feedback.html").decode()
    assert "777" in page
    assert "遲交 2 天" in page
    assert "index.html" not in page


@pytest.mark.slow
def test_a_correction_finds_a_student_by_the_number_in_the_sheet(room: Path) -> None:
    (room / "sheet.csv").write_text(CANVAS.replace(",HW2 (802)", "").replace(",7,", ",") + "x\n")
    words = "--corrections", "number.toml"
    (room / "number.toml").write_text('[students."b10902001"]\nmain = "hw.py"\npoints = 40\n')
    done = run(room, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"Chen, An",11,B10902001,b10902001@ntu.edu.tw,Section A,20' in (
        (room / "new.csv").read_text()
    )
    assert "chenan" in done.stdout.partition("分數改成 40")[0].splitlines()[-1]
    for student, told in ("CHENAN", "chenan"), ("b10902004", "b10902004"):
        with (room / "number.toml").open("a") as file:
            file.write(f'[students."{student}"]\nadd = 1\n')
        done = run(room, *words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert told in done.stderr


@pytest.mark.parametrize("name", ["secret", "Secret"])
def test_every_report_shows_only_the_verdict_of_hidden_tests(name: str, room: Path) -> None:
    (room / "tests/secret/2.out").write_text("987654321\n")
    (room / "tests/secret").rename(room / "tests" / name)
    (room / "tests/1.out").write_text("777\n")
    words: tuple[str, ...] = ("--feedback", "f.zip", "--html", "html")

    def told() -> list[str]:
        done = run(room, *words)
        names = "new.csv g.csv g.json html/index.html html/students/謝承恩.html".split()
        with zipfile.ZipFile(room / "f.zip") as packed:
            pages = [packed.read(name).decode() for name in packed.namelist()]
        return [done.stdout, *pages, *((room / name).read_text() for name in names)]

    assert not [words for words in told() if "987654321" in words or f"{name}/2：第" in words]
    assert f"{name}/2：答案錯誤" in told()[0]
    words += ("--show-secret",)
    assert "987654321" in "".join(told())


def test_a_table_stays_whole_after_an_error(room: Path) -> None:
    assert run(room, "--html", "html").returncode == 0
    before = (room / "g.csv").read_bytes()
    shutil.rmtree(room / "html/students")
    (room / "html/students").touch()
    assert run(room, "--html", "html").returncode == 2
    assert (room / "g.csv").read_bytes() == before


@pytest.mark.slow
def test_the_option_only_replaces_the_rows_of_these_students(room: Path) -> None:
    run(room)
    before = (room / "g.csv").read_bytes().splitlines()
    saved = (room / "g.csv").read_text("utf-8-sig").replace(",", ";")
    (room / "g.csv").write_bytes(saved.encode("cp950"))  # as a spreadsheet may save it
    (room / "hw/謝承恩_346_assignsubmission_file_/hw.py").write_text(PROGRAM)
    run(room, "--only", "謝承恩")
    after = (room / "g.csv").read_bytes().splitlines()
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, True, True, False]
    assert after[3].startswith("謝承恩,謝承恩,AC,100,".encode())


WRONG = tomllib.loads(Path(__file__).with_name("wrong_files.toml").read_text("utf-8"))


@pytest.mark.parametrize(("options", "told"), table("classroom/wrong_options.txt"))
def test_wrong_options_are_reported_in_one_line_before_any_run(
    options: str, told: str, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in WRONG.items():
        (room / name).write_text(text)
    (room / "bad8.toml").write_bytes('[students.a]\nremark = "好"\n'.encode("big5"))
    (room / "half.csv").write_bytes("ID,Grade\nb10902001,\n".encode("utf-16")[:-1])
    words = options.split("|")
    if " = " in words[-1]:
        (room / "bad.toml").write_text(f"[students.a]\n{words[-1]}\n")
        words[-1] = "bad.toml"
    monkeypatch.chdir(room)
    status, error = answered("judge", "class", "hw", "--tests", "tests", *words)
    assert (status, error.count("\n")) == (2, 1)
    assert told in error


def test_a_class_of_five_has_its_numbers_and_its_sources(room: Path) -> None:
    for number in range(2):
        (room / "hw" / f"s{number}.py").write_text(f"print({6 + number} - 2)")
    shown = judge(room, "--tests", "tests", "--html", "html", "--unpack", "plain")
    assert shown.returncode == 0, shown.stderr
    page = (room / "html/index.html").read_text()
    numbers = "平均 60 分，中位數 50 分"
    assert numbers in shown.stdout.splitlines()
    assert numbers in page
    text = " ".join(re.sub("<[^>]*>", " ", page).split())
    for bar in "0–10 1/5", "50–60 2/5", "90–100 2/5", "1 3/5", "secret/2 3/5":
        assert f" {bar} " in text
    assert (room / "plain/王小明/hw.py").read_text() == PROGRAM
    assert len(list((room / "plain").glob("[!.]*"))) == 5


def test_a_page_tells_the_student_version_and_command_and_no_option(room: Path) -> None:
    for name in "a.py", "b.py":
        (room / "hw" / f"b10902001_{name}").write_text(PROGRAM)
    for student in "b10902002", "b10902003":
        (room / f"hw/{student}.sh").write_text("read a b; echo $((a + b + a / 3 - 1))\n")
    (room / "hw/謝承恩_346_assignsubmission_file_/hw.py").write_text(PROGRAM)
    (room / "tests/3.in").write_text("6 1\n")
    (room / "tests/3.out").write_text("7\n")
    done = judge(room, "--tests", "tests", "--html", "html", "--sandbox", "auto")
    assert done.returncode == 0, done.stderr
    assert "b10902001_a.py" not in done.stdout
    assert "a.py、b.py（用 --main 或更正的 main 指定）" in done.stdout
    assert "只有一種語言的程式都沒有通過的測試（1）：3 (Shell)" in done.stdout
    (room / "hw/b10902003.sh").unlink()
    assert "只有一種語言" not in judge(room, "--tests", "tests").stdout
    page = (room / "html/students/b10902001.html").read_text()
    assert "a.py、b.py；請只交一個" in page
    assert "--main" not in page
    assert re.search(
        r"<p>Python 3[.0-9]+ · python3 [^{}]*main.py<",
        (room / "html/students/王小明.html").read_text(),
    )
