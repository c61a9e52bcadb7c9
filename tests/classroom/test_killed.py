"""A judge that is killed at any moment: no result is lost, and no test is judged twice."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.classroom.kinds import write_tests

pytestmark = pytest.mark.slow
STUDENTS, TESTS = 2, 4
RESULTS = "results-tests.db"
KILLS = int(os.environ.get("KILLS", "12"))
"""How often the judge is killed; `KILLS=100` takes some minutes."""
Row = tuple[str, float, str]


def hand_in(folder: Path, turn: int) -> None:
    (folder / "hw").mkdir(exist_ok=True)
    for student in range(STUDENTS):
        program = f"read x\necho {turn} {student} $x\n"
        (folder / "hw" / f"s{student}.sh").write_text(program)


def rows(folder: Path) -> dict[tuple[str, str], Row]:
    """Return the rows of the database, which must be whole at any moment."""
    with sqlite3.connect(folder / RESULTS) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = database.execute("SELECT program, test, verdict, wall, told FROM runs")
        return {(program, test): (*row,) for program, test, *row in found}


@pytest.mark.parametrize(("workers", "kills"), [("1", KILLS), ("2", KILLS // 3)])
def test_kills_at_random_moments_lose_no_result(workers: str, kills: int, tmp_path: Path) -> None:
    write_tests(tmp_path / "tests", TESTS)
    hand_in(tmp_path, 0)
    started = time.monotonic()
    assert judged(tmp_path, 600, workers) == 0
    longest = time.monotonic() - started
    known = rows(tmp_path)
    rng, killed, turn = random.Random(7), 0, 0
    while killed < kills:
        turn += 1
        hand_in(tmp_path, turn)
        status = -signal.SIGKILL
        while status == -signal.SIGKILL:
            status = judged(tmp_path, rng.uniform(0, longest), workers)
            killed += status == -signal.SIGKILL
            time.sleep(0.5 if workers == "2" else 0)  # a worker may still write its last result
            before, known = known, rows(tmp_path)
            assert before.items() <= known.items()  # not lost, and not judged again
        assert status == 0
        assert len(known) == (turn + 1) * STUDENTS * TESTS


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start the command in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "judge", "class", "hw", "--tests", "tests", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
    )


def judged(folder: Path, seconds: float, workers: str) -> int:
    """Judge for at most this many seconds; return the exit status, or minus the signal."""
    with started(folder, "--workers", workers) as judge:
        try:
            judge.wait(seconds)
        except subprocess.TimeoutExpired:
            judge.kill()
    return judge.wait()


def judging(folder: Path, *words: str, seconds: int = 1) -> subprocess.Popen[str]:
    """Start to judge; every program waits for some time."""
    (folder / "hw").mkdir(exist_ok=True)
    if not (folder / "tests").exists():
        write_tests(folder / "tests", 6)
    (folder / "hw/s1.sh").write_text(f"sleep {seconds}\n")
    return started(folder, *words)


def wait_for_a_row(folder: Path) -> None:
    while not (folder / RESULTS).exists() or not rows_if_any(folder):
        time.sleep(0.05)


def rows_if_any(folder: Path) -> dict[tuple[str, str], Row]:
    try:
        return rows(folder)
    except sqlite3.OperationalError:  # no table yet
        return {}


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_call_keeps_its_results_and_the_next_goes_on(
    number: signal.Signals, status: int, workers: str, tmp_path: Path
) -> None:
    with judging(tmp_path, "--workers", workers) as judge:
        wait_for_a_row(tmp_path)
        judge.send_signal(number)
        _, said = judge.communicate(timeout=120)
    assert judge.returncode == status
    assert "Traceback" not in said
    assert said.splitlines()[-1] == "停下來了；再執行一次，不加 --again，就從這裡接著做"
    kept = rows(tmp_path)
    assert 0 < len(kept) < 6
    with judging(tmp_path) as judge:
        assert judge.wait(60) == 0
    assert kept.items() <= rows(tmp_path).items()
    assert len(rows(tmp_path)) == 6


def test_a_second_call_waits_for_the_first_and_says_so(tmp_path: Path) -> None:
    write_tests(tmp_path / "one", 1)
    with judging(tmp_path, seconds=3) as first:
        wait_for_a_row(tmp_path)
        with judging(tmp_path, "--tests", "one", "--results", RESULTS, seconds=3) as second:
            assert second.stderr is not None
            assert second.stderr.readline() == "另一個 judge class 正在用這個資料庫，等它結束。\n"
            before = rows(tmp_path)
            assert second.poll() is None
            first.send_signal(signal.SIGINT)
            assert second.wait(60) == 0
    assert len(rows(tmp_path)) == len(before) + 1
