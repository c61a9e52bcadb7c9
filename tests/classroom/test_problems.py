"""A class that is judged by a problem: blackjack's functions, and tests that a seed makes."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PLAY = """
from blackjack_judge.player import *

def play():
    money = bet_you_have()
    *hand, upcard = init_game(min(money, 1_300_001 - money))
    if upcard == 1 and buy_insurance(0):
        stand()
        return
    while 0 <= cal_max_point(hand) < 17:
        hand.append(hit())
    stand()
"""
CHEAT = """
from blackjack_judge.player import *

def play():
    print("Accepted", flush=True)
    init_game(-5)
"""

pytestmark = pytest.mark.slow


def graded(folder: Path, problem: str, *words: str) -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, "-m", "judge", "class", "hw", "--problem", problem, "--json", "-", *words],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)["students"]
    return {each["student"]: each for each in found}


@pytest.fixture
def hw(tmp_path: Path) -> Path:
    (tmp_path / "hw").mkdir()
    return tmp_path / "hw"


def test_blackjack_calls_play_in_cpp_and_python(hw: Path, tmp_path: Path) -> None:
    if shutil.which("g++") is None:
        pytest.skip("g++ is not installed: apt-get install g++")
    accepted = ROOT / "blackjack_judge/problem/submissions/accepted/bold.cpp"
    shutil.copy(accepted, hw / "right.cpp")
    (hw / "right_too.py").write_text(PLAY)
    (hw / "wrong.cpp").write_text('#include "Blackjack.h"\nvoid play() { init_game(-5); }\n')
    (hw / "cheat.py").write_text(CHEAT)
    (hw / "other.java").write_text("class A {}")
    found = graded(tmp_path, "blackjack", "--seed", "3")
    verdicts = {student: each["verdict"] for student, each in found.items()}
    assert verdicts == {
        "cheat": "WA", "other": "NS", "right": "AC", "right_too": "AC", "wrong": "WA",
    }  # fmt: skip
    assert "不合法的操作：init_game -5" in found["wrong"]["first"]
    games = [test for test in found["right"]["tests"] if test["name"].startswith("secret/")]
    assert len(games) == 5


def test_a_secret_seed_stays_the_same_for_a_database(hw: Path, tmp_path: Path) -> None:
    (hw / "s1.py").write_text("print(1)")
    first = graded(tmp_path, "nim")
    assert graded(tmp_path, "nim") == first
    other = graded(tmp_path, "nim", "--results", "other.db")
    assert {test["name"] for test in other["s1"]["tests"]} == {
        test["name"] for test in first["s1"]["tests"]
    }


def test_a_folder_is_a_problem(hw: Path, tmp_path: Path) -> None:
    (hw / "s1.py").write_text("print(sum(map(int, input().split())))")
    run = subprocess.run(
        [sys.executable, "-m", "judge", "problem", "new", "mine"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found = graded(tmp_path, "mine")
    assert found["s1"]["max"] == 100
    assert found["s1"]["verdict"] in ("AC", "WA", "RE")
