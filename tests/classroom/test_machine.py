"""What the machine lacks is nobody's grade: SE, an unchanged cell, the reason first, status 2."""

import csv
import io
import re
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.processes import busy_processes, kit_in

LANGUAGES = Path(__file__).with_name("machine.toml").read_text("utf-8")
UPLOADS = {
    "absent.absent": "SE", "bomb.bomb": "CE", "broken.broken": "SE", "document.pdf": "NS",
    "haskell.hs": "SE", "old.old": "SE", "pascal.pas": "SE", "right.py": "AC", "still.still": "SE",
    "typo.py": "CE",
}  # fmt: skip


@pytest.fixture
def room(tmp_path: Path) -> Path:
    for folder in "hw", "tests", "config/cardjudge":
        (tmp_path / folder).mkdir(parents=True)
    for name in UPLOADS:
        (tmp_path / "hw" / name).write_text(
            {"right.py": "print(5)", "typo.py": "("}.get(name, "5\n")
        )
    (tmp_path / "tests/1.in").touch()
    (tmp_path / "tests/1.out").write_text("5\n")
    (tmp_path / "config/cardjudge/languages.toml").write_text(LANGUAGES)
    students = "".join(f"{name.partition('.')[0]},\n" for name in UPLOADS)
    (tmp_path / "sheet.csv").write_text(f"who,hw\n{students}")
    return tmp_path


def grade(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    sheet = "--sheet", "sheet.csv", "--column", "hw", "--filled", "new.csv"
    places = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache")}
    tests = "--tests", "tests", "--sandbox", "auto"
    return kit_in(folder, "judge", "class", "hw", *tests, *sheet, *words, **places, **more)


def test_what_the_machine_lacks_is_no_grade(room: Path) -> None:
    done = grade(room, "--csv", "g.csv", "--workers", "2")
    assert (done.returncode, done.stderr) == (2, "")
    table = csv.DictReader(io.StringIO((room / "g.csv").read_text("utf-8-sig")))
    assert {row["student"]: row["verdict"] for row in table} == {
        name.partition(".")[0]: verdict for name, verdict in UPLOADS.items()
    }
    assert "absent    SE       —  " in done.stdout
    cells = dict(csv.reader((room / "new.csv").read_text().splitlines()[1:]))
    assert {who for who, points in cells.items() if not points} == {
        name.partition(".")[0] for name, verdict in UPLOADS.items() if verdict == "SE"
    }
    lines = done.stdout.splitlines()
    lacks = lines[: next(at for at, line in enumerate(lines) if line.startswith("學生"))]
    for who, what in {
        "absent": "apt-get install absent", "broken": "no-such-program", "haskell": ".hs",
        "old": "main.old:7", "pascal": ".pas", "still": "超過 0.5 秒",
    }.items():  # fmt: skip
        assert [line for line in lacks if f"：{who}：" in line and re.search(what, line)], lacks


@pytest.mark.slow
def test_a_second_call_tries_only_the_machine_again(room: Path) -> None:
    grade(room, LANG="en_US.UTF-8")
    with sqlite3.connect(room / "results-tests.db") as rows:
        kept = [told for (told,) in rows.execute("SELECT told FROM programs WHERE NOT system")]
    assert any("CPU" in told for told in kept), "the build of the bomb is kept"
    own = room / "config/cardjudge/languages.toml"
    own.write_text(LANGUAGES.replace("wall = 0.5", "wall = 60").replace("cpu = 0.3", "cpu = 60"))
    done = grade(room, LANG="en_US.UTF-8")
    assert re.search("^still +AC", done.stdout, re.M)
    assert re.search("^bomb +CE", done.stdout, re.M)
    told = "not graded because of this machine (1, without points): absent: absent (no-such-compil"
    assert done.stdout.startswith(told)
    assert not re.search("[\u4e00-\u9fff]", done.stdout)


@pytest.mark.slow
def test_a_class_has_its_verdicts_beside_busy_processes(tmp_path: Path) -> None:
    """A limit counts the time that a program uses, in all its threads, and not what it waits."""
    burn = "import threading, time\ndef burn(t):\n    while time.thread_time() < t: pass\n"
    threads = "each = [threading.Thread(target=burn, args=[0.1]) for _ in range(5)]\n"
    threads = f"{burn}{threads}for t in each: t.start()\nfor t in each: t.join()\nprint(3)"
    programs = {
        "below": (f"{burn}burn(0.6)\nprint(3)", "AC"),
        "threads": (threads, "AC"),
        "asleep": ("import time\ntime.sleep(0.5)\nprint(3)", "AC"),
        "endless": ("while True: pass", "TLE"),
        "wrong": ("print(4)", "WA"),
    }  # fmt: skip
    for folder, name, text in (("tests", "1.in", ""), ("tests", "1.out", "3\n")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text(text)
    (tmp_path / "hw").mkdir()
    for name, (text, _) in programs.items():
        (tmp_path / f"hw/{name}.py").write_text(text)
    with busy_processes():
        words = "class", "hw", "--tests", "tests", "--time", "1", "--csv", "g.csv"
        done = kit_in(tmp_path, "judge", *words)
    assert done.returncode == 0, done.stderr
    table = csv.DictReader(io.StringIO((tmp_path / "g.csv").read_text("utf-8-sig")))
    verdicts = {row["student"]: row["verdict"] for row in table}
    assert verdicts == {name: verdict for name, (_, verdict) in programs.items()}
