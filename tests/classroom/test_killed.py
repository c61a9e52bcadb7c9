"""A judge that is killed at any moment: nothing that ended is lost, nothing is judged twice."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.class_kinds import write_tests

STUDENTS, TESTS, KILLS = 6, 5, 120


def start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "judge", "class", "hw", "--tests", "tests", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
    )


def rows(folder: Path) -> dict[tuple[str, str], tuple[float, str]]:
    """Return what is in the database, which must be whole at any moment."""
    path = folder / "results.db"
    if not path.exists():
        return {}
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        if "runs" not in names:
            return {}
        found = database.execute("SELECT program, test, wall, told FROM runs")
        return {(program, test): (wall, told) for program, test, wall, told in found}


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_hundred_kills_lose_nothing(workers: str, tmp_path: Path) -> None:
    write_tests(tmp_path / "tests", TESTS)
    (tmp_path / "hw").mkdir()
    rng = random.Random(7)
    before: dict[tuple[str, str], tuple[float, str]] = {}
    kills = rounds = 0
    longest = 1.0
    while kills < KILLS // 2:
        for student in range(STUDENTS):
            program = f"print(sum(map(int, input().split()))) # {rounds} {student}"
            (tmp_path / "hw" / f"s{student}.py").write_text(program)
        rounds += 1
        while True:
            judge = start(tmp_path, "--workers", workers)
            started = time.monotonic()
            try:
                judge.wait(rng.uniform(0, 1.2 * longest))
            except subprocess.TimeoutExpired:
                judge.kill()
                judge.wait()
                kills += 1
            if workers == "2":
                time.sleep(0.2)  # what is in flight in a worker may still end
            now = rows(tmp_path)
            # Nothing that was known is lost or judged again.
            assert before.items() <= now.items()
            before = now
            if judge.returncode == 0:
                break
            assert judge.returncode == -signal.SIGKILL
            longest = max(longest, time.monotonic() - started)
        assert len(now) == rounds * STUDENTS * TESTS
    assert kills >= KILLS // 2
