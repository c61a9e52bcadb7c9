"""A class of twenty kinds of submissions, from the folder to the grades, by the real command."""

import csv
import io
import json
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from judge.classroom.report import FIELDS
from tests.classroom.kinds import LIMITS, Kind, write_class, write_tests
from tests.processes import answered, kit, kit_in
from tests.tables import table

TOOLS = ("gcc", "g++", "javac", "java")
KINDS, TESTS = 20, 3


def judge(folder: Path, *words: str, language: str = "C.UTF-8") -> subprocess.CompletedProcess[str]:
    cache = str(folder / "cache")
    run = kit_in(folder, "judge", "class", "hw", *words, LANG=language, XDG_CACHE_HOME=cache)
    # A slow machine also shows the progress.
    run.stderr = re.sub(r"^.+[：:] ?\d+ / \d+\n", "", run.stderr, flags=re.M)
    return run


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for tool in TOOLS:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed: apt-get install g++ default-jdk-headless")
    return tmp_path_factory.mktemp("class")


@pytest.fixture(scope="module")
def kinds(room: Path) -> dict[str, Kind]:
    write_tests(room / "tests", TESTS)
    return write_class(room / "hw", KINDS, TESTS)


REPORTS = ("--csv", "g.csv", "--html", "html", "--json", "g.json")


@pytest.fixture(scope="module")
def graded(room: Path, kinds: dict[str, Kind]) -> Path:
    assert kinds
    run = judge(room, "--tests", "tests", "--workers", "2", *LIMITS, *REPORTS)
    assert (run.returncode, run.stderr) == (0, "")
    (room / "out.txt").write_text(run.stdout)
    return room


def rows(folder: Path) -> list[dict[str, str]]:
    text = (folder / "g.csv").read_bytes()
    assert text.startswith("\ufeff".encode())
    return list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline="")))


@pytest.mark.slow
def test_every_kind_has_its_verdict_and_its_points_in_each_report(
    graded: Path, kinds: dict[str, Kind]
) -> None:
    table = rows(graded)
    assert {row["student"]: (row["verdict"], row["accepted"]) for row in table} == {
        student: (kind.verdict, str(kind.passed if kind.files else 0))
        for student, kind in kinds.items()
    }
    shown = (graded / "out.txt").read_text().splitlines()
    assert [line.split()[0] for line in shown[1:21]] == sorted(kinds)
    assert any(line.startswith("20 個學生：5 AC（通過）、2 WA") for line in shown)
    found: dict[str, Any] = json.loads((graded / "g.json").read_bytes())
    assert (next(iter(found)), found["schema"]) == ("schema", "cardjudge/class/2")
    wanted = {"hw.cpp": "hw.cpp:6:", "Sum.java": "Sum.java:9: error", "hw.py": "line 5: Syntax"}
    names = ["1", "2", "3"]
    for row, student in zip(table, found["students"], strict=True):
        assert list(row) == [*FIELDS, *names]
        assert float(row["points"]) == pytest.approx(100 * int(row["accepted"]) / TESTS, abs=0.01)
        assert row["student"] == student["student"]
        assert row["verdict"] == student["verdict"]
        judged = [] if row["verdict"] in ("CE", "NS") else [row[name] for name in names]
        assert [test["verdict"] for test in student["tests"]] == judged
        assert judged.count("AC") == int(row["accepted"])
        if judged:
            assert next((each for each in judged if each != "AC"), "AC") == row["verdict"]
        if row["verdict"] == "CE":
            (file,) = kinds[row["student"]].files
            assert wanted[file] in row["first"]
        assert (row["first"] == "") is (row["verdict"] == "AC")


@pytest.mark.slow
def test_every_page_loads_nothing(graded: Path) -> None:
    pages = [*(graded / "html").rglob("*.html")]
    assert len(pages) == KINDS + 1
    for page in pages:
        text = page.read_text("utf-8")
        assert not re.findall(r'(?:src|href)="(?!data:|students/|\.\./index)', text)
        assert "@import" not in text
        assert "url(" not in text


@pytest.mark.slow
def test_a_second_call_judges_nothing_and_reports_the_same(graded: Path) -> None:
    before = known(graded)
    again = judge(graded, "--tests", "tests", *LIMITS, "--csv", "again.csv")
    assert again.stdout == (graded / "out.txt").read_text()
    assert (graded / "again.csv").read_bytes() == (graded / "g.csv").read_bytes()
    assert known(graded) == before


def known(folder: Path) -> set[tuple[Any, ...]]:
    with sqlite3.connect(folder / "results-tests.db") as rows:
        return {*rows.execute("SELECT * FROM runs")} | {*rows.execute("SELECT * FROM programs")}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    write_tests(tmp_path / "tests", 2)
    (tmp_path / "hw").mkdir()
    for student, factor in ("s1", 1), ("s2", 2):
        program = f"print({factor} * sum(map(int, input().split())))"
        (tmp_path / "hw" / f"{student}.py").write_text(program)
    return tmp_path


def verdicts(folder: Path, *words: str) -> list[str]:
    run = judge(folder, "--tests", "tests", "--csv", "g.csv", *words)
    assert run.returncode == 0, run.stderr
    return [row["verdict"] for row in rows(folder)]


@pytest.mark.slow
def test_only_new_or_changed_submissions_and_tests_are_judged(small: Path) -> None:
    assert verdicts(small) == ["AC", "WA"]
    first = known(small)
    (small / "hw/s2.py").write_text("print(sum(map(int, input().split())))")  # as s1 has it...
    (small / "hw/s2.py").write_text("print(sum(map(int, input().split()))) # fixed")
    assert verdicts(small) == ["AC", "AC"]
    assert first < known(small)
    assert len(known(small) - first) == 3  # the program and two runs

    second = known(small)
    (small / "tests/1.out").write_text("0\n")
    assert verdicts(small) == ["WA", "WA"]
    assert len(known(small) - second) == 2  # the changed test, for each

    third = known(small)
    assert verdicts(small, "--time", "5") == ["WA", "WA"]
    assert len(known(small) - third) == 4


@pytest.mark.slow
def test_again_judges_the_named_students(small: Path) -> None:
    verdicts(small, "--html", "html")
    first = known(small)
    assert verdicts(small, "--again", "--only", "s1", "--html", "html") == ["AC", "WA"]
    assert ">s2<" in (small / "html/index.html").read_text("utf-8")
    new = known(small)
    assert len(first - new) >= 2  # times are never the same
    programs = {row[0] for row in first - new}
    assert len(programs) == 1


@pytest.mark.slow
def test_a_system_error_is_judged_again_at_the_next_call(small: Path) -> None:
    checker = ("--checker", f"{sys.executable} {small / 'checker.py'}")
    (small / "checker.py").write_text("import sys; sys.exit(77)")
    run = judge(small, "--tests", "tests", "--csv", "g.csv", *checker)
    assert run.returncode == 2
    assert [row["verdict"] for row in rows(small)] == ["SE", "SE"]
    (small / "checker.py").write_text("import sys; sys.exit(0)")
    assert verdicts(small, *checker) == ["AC", "AC"]


def test_odd_names_and_a_long_checker_cost_nobody_a_grade(small: Path) -> None:
    right = "print(sum(map(int, input().split())))"
    files = {
        "s3/target/hw.py": right,
        "s4/src/main.py": right,
        "s4/target/debug/build.py": "print(1)",
        "s5/{made}.py": right,
        "s6/{sources} {main}.py": right,
        "s7/target/src/Main.java": "class Main { public static void main(String[] a) {} }",
        "README.txt": "",
    }
    for name, text in files.items():
        (small / "hw" / name).parent.mkdir(parents=True, exist_ok=True)
        (small / "hw" / name).write_text(text)
    with zipfile.ZipFile(small / "hw/s8.zip", "w") as packed:
        packed.writestr("hw/target/main.py", right)
    assert verdicts(small, "--student", "^(s.)") == ["AC", "WA", *["AC"] * 4, "WA", "AC"]
    long = f"import sys\nopen(sys.argv[2]).read()\nsys.exit(0)  # {'long ' * 60}"
    checker = "--checker", shlex.join([sys.executable, "-c", long])
    assert verdicts(small, "--student", "^(s.)", *checker) == ["AC"] * 8


@pytest.mark.slow
def test_a_presentation_error_of_a_checker_is_not_about_blanks(small: Path) -> None:
    checker = ("--checker", f"{sys.executable} {small / 'checker.py'}")
    (small / "checker.py").write_text("import own, sys; sys.exit(own.STATUS)")
    (small / "own.py").write_text("STATUS = 2")
    run = judge(small, "--tests", "tests", "--html", "pages", *checker)
    page = (small / "pages" / "index.html").read_text()
    for told in run.stdout, page:
        assert "檢查程式判定格式錯誤" in told
        assert "只有空白或換行不同" not in told
    (small / "own.py").write_text("STATUS = 2 - 2")
    assert verdicts(small, *checker) == ["AC", "AC"]


def test_a_page_shows_the_points_of_each_group(small: Path) -> None:
    (small / "tests/more").mkdir()
    for path in (small / "tests").glob("2.*"):
        path.rename(small / "tests/more" / path.name)
    (small / "tests/more/2.out").write_text("nobody says this\n")
    judge(small, "--tests", "tests", "--html", "html")
    page = (small / "html/students/s1.html").read_text()
    cells = r"<tr>\s*<td>([^<]*)</td>\s*<td[^>]*>([^<]*)</td>\s*<td[^>]*>([^<]*)</td>\s*</tr>"
    found = re.findall(cells, page)
    assert found == [("其他測試", "1/1", "50 / 50"), ("more", "0/1", "0 / 50")]


@pytest.mark.slow
def test_suspicious_results_are_pointed_out_to_the_teacher(small: Path) -> None:
    shutil.copy(small / "hw/s2.py", small / "hw/s3.py")
    (small / "hw/s1.py").write_text("import sys; print(sys.stdin.readline() and 'x')")
    told = judge(small, "--tests", "tests", "--html", "html").stdout
    assert "s1    WA       0  所有測試都一樣：第 1 行第 1 欄\n" in told
    assert "沒有人通過的測試（2）：1、2\n" in told
    assert "內容完全相同的程式（1 組，不影響分數）：s2 = s3\n" in told
    assert '<input type="search">' in (small / "html/index.html").read_text("utf-8")
    again = judge(small, "--tests", "tests", language="en_US.UTF-8").stdout
    assert "the same on all tests: line 1, column 1" in again


def test_english_reports_contain_no_chinese(small: Path) -> None:
    (small / "hw/s3").mkdir()
    words = ("--tests", "tests", "--csv", "g.csv", "--html", "html", "--json", "g.json")
    run = judge(small, *words, language="en_US.UTF-8")
    chinese = re.compile("[\u4e00-\u9fff]")
    page = (small / "html/students/s2.html").read_text() + (small / "html/index.html").read_text()
    for text in run.stdout, run.stderr, page, (small / "g.csv").read_text("utf-8-sig"):
        assert not chinese.search(text), chinese.findall(text)
    assert "None" not in page
    assert run.stdout.startswith("Student ")
    assert "3 graded" in run.stdout


@pytest.mark.parametrize(("words", "told"), table("classroom/wrong_usage.txt"))
def test_wrong_usage_is_reported_in_one_line(
    words: str, told: str, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(small)
    status, error = answered("judge", "class", "hw", *words.split())
    assert (status, error.count("\n")) == (2, 1)
    assert told in error
    assert "--problem" in words or not [*small.glob("*.db")]


@pytest.mark.parametrize(("text", "told"), table("classroom/wrong_languages.txt"))
def test_a_wrong_table_of_languages_is_one_line(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "cardjudge").mkdir()
    (tmp_path / "cardjudge/languages.toml").write_text(text.replace("␊", "\n"))
    run = kit("judge", "languages", XDG_CONFIG_HOME=str(tmp_path))
    assert (run.returncode, run.stderr.count("\n")) == (2, 1)
    assert told in run.stderr


def test_the_table_of_languages_has_versions_and_packages(tmp_path: Path) -> None:
    (tmp_path / "cardjudge").mkdir()
    (tmp_path / "cardjudge/languages.toml").write_text("""[shout]
endings = [".shout"]
run = "sh {main}"
version = "printf 'since 13\\nShout 4.5.6-7\\n'"

[befunge]
endings = [".bf"]
run = "befunge {main}"
install = "apt-get install befunge"
""")
    run = kit("judge", "languages", XDG_CONFIG_HOME=str(tmp_path))
    assert run.returncode == 0
    *rows, own = run.stdout.splitlines()
    assert re.search(r"(?m)^C  +\.c  +\d+\.\d", run.stdout)
    assert rows[-2].split() == ["shout", ".shout", "4.5.6"]
    assert rows[-1].split() == [
        *("befunge", ".bf", "沒有安裝", "befunge:", "sudo", "apt-get", "install", "befunge")
    ]
    assert own.endswith("languages.toml")
