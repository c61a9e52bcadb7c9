"""A byte that is not UTF-8 stops no class, wherever it stands: no row is lost."""

import csv
import io
import json
import os
import sqlite3
import sys
from pathlib import Path

from tests.processes import kit_in

SAYS = "import sys; sys.stdout.buffer.write({!r})"
PROGRAMS = {
    "output": SAYS.format(b"\xff\xed\xa0\x80\n"),
    "words": "import sys; sys.stderr.buffer.write(b'\\xffError: \\xff'); sys.exit(3)",
    "exception": r"raise Exception('\udcff\ud800')",
    os.fsdecode(b"name\xff"): SAYS.format(b"\xff\n"),
}
SPOILED = "import sys; sys.stderr.buffer.write(b'\\xff'); sys.exit(1)"


def write(folder: Path) -> None:
    (folder / "tests").mkdir()
    for name, case in ("1", b"\xff\n"), (os.fsdecode(b"t\xfe"), b"\xfe\n"):
        (folder / "tests" / f"{name}.in").write_bytes(case)
        (folder / "tests" / f"{name}.out").write_bytes(b"\xff\n")
    for name, program in PROGRAMS.items():
        (folder / "hw" / name).mkdir(parents=True)
        (folder / "hw" / name / os.fsdecode(b"a\xfd.py")).write_text(program)
    (folder / "hw" / "two").mkdir()
    for file in b"a\xfd.py", b"b\xfd.py":
        (folder / "hw" / "two" / os.fsdecode(file)).write_text("")
    (folder / "hw" / os.fsdecode(b"none\xfc")).mkdir()
    (folder / "checker.py").write_text(SPOILED)


def judge(folder: Path, *words: str) -> str:
    words = "class", "hw", "--tests", "tests", *words
    run = kit_in(folder, "judge", *words, XDG_CACHE_HOME=str(folder / "cache"))
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_a_class_with_bytes_that_are_not_utf8_is_graded_and_reported(tmp_path: Path) -> None:
    write(tmp_path)
    reports = ("--csv", "g.csv", "--html", "html", "--json", "g.json")
    first = judge(tmp_path, *reports)
    text = (tmp_path / "g.csv").read_bytes().decode("utf-8-sig")
    table = {row["student"]: row["verdict"] for row in csv.DictReader(io.StringIO(text))}
    assert table == {
        "exception": "RE", "name<FF>": "AC", "none<FC>": "NS", "output": "WA",
        "two": "NS", "words": "RE",
    }  # fmt: skip
    document = json.loads((tmp_path / "g.json").read_bytes())
    assert [each["name"] for each in document["tests"]] == ["1", os.fsdecode(b"t\xfe")]
    pages = [path.read_text("utf-8") for path in (tmp_path / "html").rglob("*.html")]
    assert len(pages) == len(table) + 1
    with sqlite3.connect(tmp_path / "results-tests.db") as rows:
        stored = dict(rows.execute("SELECT student, verdict FROM grades"))
        assert {ascii(name): stored[name] for name in stored} == {
            "'exception'": "RE", r"'name\\udcff'": "AC", r"'none\\udcfc'": "NS",
            "'output'": "WA", "'two'": "NS", "'words'": "RE",
        }  # fmt: skip
        kept = rows.execute("SELECT * FROM runs ORDER BY told").fetchall()
    assert len(kept) == 2 * len(PROGRAMS)

    assert judge(tmp_path) == first
    with sqlite3.connect(tmp_path / "results-tests.db") as rows:
        assert rows.execute("SELECT * FROM runs ORDER BY told").fetchall() == kept


def test_a_class_with_a_checker_that_prints_such_bytes_is_graded(tmp_path: Path) -> None:
    write(tmp_path)
    judge(tmp_path, "--checker", f"{sys.executable} {tmp_path / 'checker.py'}")


def test_a_class_is_the_same_in_a_locale_of_another_encoding(tmp_path: Path) -> None:
    """The second call finds the student of the first one."""
    for path, text in ("tests/1.in", ""), ("tests/1.out", "3\n"), ("hw/王小明.py", "print(3)\n"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words = "class", "hw", "--tests", "tests"
    runs = [kit_in(tmp_path, "judge", *words, **more) for more in (ascii_only, {}, ascii_only)]
    assert {(run.returncode, run.stderr) for run in runs} == {(0, "")}
    assert "王小明" in runs[0].stdout
    assert len({run.stdout for run in runs}) == 1
