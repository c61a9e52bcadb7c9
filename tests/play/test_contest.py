"""Contests with programs that read what is not theirs, block, outlast or burn."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardjudge.play.entrants import entrants
from tests.processes import kit
from tests.tools import needs_sandbox

pytestmark = needs_sandbox
HONEST = """
import json
while "result" not in (turn := json.loads(input())):
    print((turn["choices"] or ["1 0"])[-1], flush=True)
"""


def contest(*words: object, game: str = "nim") -> tuple[list[dict[str, object]], str]:
    done = kit(game, "contest", *words, "--json", "-")
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, object]] = json.loads(done.stdout)["programs"]
    return rows, done.stderr


BURNS = """
import json, os, time
if (child := os.fork()) == 0:
    while True: pass
used = None
while "result" not in (turn := json.loads(input())):
    before, used = used, time.clock_gettime(~child << 3 | 2)
    burned = used - (used if before is None else before)
    print(turn["choices"][0] if burned < 0.3 else f"burned {burned}", flush=True)
    used = time.clock_gettime(~child << 3 | 2)
os.kill(child, 9)
"""
"""Answers with what its child has burned since the last answer, if that is much."""


def test_a_burner_is_stopped_while_the_rival_thinks(tmp_path: Path) -> None:
    thinks = "end = time.process_time() + 1\n    while time.process_time() < end: pass\n    print("
    (tmp_path / "thinks.py").write_text(
        HONEST.replace("print(", thinks).replace("json", "json, time", 1)
    )
    (tmp_path / "burns.py").write_text(BURNS)
    limits = "--time", 10, "--wall", 60
    rows, _ = contest(tmp_path, "--deals", 1, "--game", "nim 1 1 1 1", *limits)
    assert [row["forfeits"] for row in rows] == [[], []]


def test_an_entrant_is_read_as_a_hand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = tmp_path / "bots"
    own = bots / "own"
    own.mkdir(parents=True)
    (own / "main.py").write_text("import table\n" + HONEST)
    (own / "table.py").write_text("")
    (own / "grades.py").symlink_to("/etc/passwd")
    (bots / "victim.py").write_text(HONEST)
    (bots / "thief.py").write_text("import victim\n")
    (bots / "link.py").symlink_to("victim.py")
    (bots / "notes.txt").write_text("no program")
    os.mkfifo(bots / "pipe.py")
    os.symlink("victim.py", os.fsencode(bots) + b"/\xff.py")
    (bots / "red\x1b[31m\n2 x.py").write_text(HONEST)
    rows, told = contest(bots, "--deals", 1, "--game", "nim 1")
    reasons = {row["program"]: str(row["forfeits"]) for row in rows}
    assert reasons.keys() == {"own", "victim.py", "thief.py"}
    assert "No module named" in reasons["thief.py"]
    assert reasons["own"] == "[]"
    assert told.count("略過：") == 4
    assert "\x1b" not in told
    monkeypatch.setattr("cardjudge.play.entrants._MOST_FILES", 2)
    (read,) = (each.files for each in entrants([bots], lambda *_: True) if each.label == "own")
    assert sorted(read) == ["main.py", "table.py"]


def test_a_program_in_a_language_that_the_contest_does_not_take_is_named(tmp_path: Path) -> None:
    (tmp_path / "bot.cpp").touch()
    (tmp_path / "notes.txt").touch()
    done = kit("take6", "contest", tmp_path)
    assert "略過：" in done.stderr
    assert "bot.cpp" in done.stderr
    assert "notes.txt" not in done.stderr


def test_labels_are_safe_short_and_unique(tmp_path: Path) -> None:
    names = ["a", "b-c", "a-b", "c", "x" * 143, "x" * 142 + "y", "人 物", "𠮷" * 58, "𠮷" * 57]
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.py").write_text(HONEST)
    labels = [each.label for each in entrants([tmp_path], lambda *_: True)]
    assert len(set(labels)) == len(names)
    assert max(map(len, labels)) <= 35
    folders = [tmp_path / name for name in [*names[:2], *names[-2:]]]
    contest(*folders, "--deals", 1, "--game", "nim 1", "--save-games", tmp_path / "games")
    assert len([*(tmp_path / "games").glob("[!.]*")]) == 12


def test_an_interrupted_contest_goes_on(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(0.2)\n" + HONEST)
    (tmp_path / "honest.py").write_text(HONEST)
    games = tmp_path / "games"
    paths = tmp_path / "slow.py", tmp_path / "honest.py"
    words = ["contest", *map(str, paths), "--deals", "4", "--game", "nim 1 2", "--save-games"]
    command = [sys.executable, "-m", "nim", *words, str(games)]
    for number, status in (signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9):
        before = len([*games.glob("[!.]*")])
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as running:
            while len([*games.glob("[!.]*")]) == before:
                time.sleep(0.02)
            running.send_signal(number)
            told = running.communicate()[1]
        assert running.returncode == status, told
        assert ("打完" in told) == (number != signal.SIGKILL)
    begun = {path: path.stat().st_mtime_ns for path in games.glob("[!.]*")}
    done = kit("nim", *words, games)
    assert done.returncode == 0, done.stderr
    assert len([*games.glob("[!.]*")]) == 8
    assert sum(path.stat().st_mtime_ns == when for path, when in begun.items()) >= len(begun) - 1
    other = kit("nim", *words[:-1], "--seed", 1, "--save-games", games)
    assert (other.returncode, other.stdout) == (2, "")


def test_a_full_disk_takes_neither_the_table_nor_the_seed(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.py").write_text(HONEST)
    done = kit("nim", "contest", tmp_path, "--deals", 1, "--game", "nim 1", "--json", "/dev/full")
    assert done.returncode == 2
    assert done.stdout.splitlines()[-1].startswith("種子 ")
    assert "/dev/full" in done.stderr
