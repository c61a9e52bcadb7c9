"""A class that is judged by a problem: blackjack's functions, and tests that a seed makes."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardjudge.commands.programs import ProgramOptions
from cardjudge.programs.compiler import build
from cardjudge.programs.source import NoProgram
from judge.classroom import classes
from tests.tools import needs

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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_checker_speaks_the_language_of_whoever_reads(
    hw: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (hw / "s1.py").write_text("print('?')")
    told: dict[str, tuple[str, str, str]] = {}
    for locale in "zh_TW.UTF-8", "en_US.UTF-8":  # the second call judges nothing
        monkeypatch.setenv("LC_ALL", locale)
        told[locale] = graded(tmp_path, "nim")["s1"]["first"].partition("：" if not told else ": ")
    assert [said for _, _, said in told.values()] == ["勝負不對", "the verdict is wrong"]


@pytest.mark.slow
def test_a_folder_is_a_problem(hw: Path, tmp_path: Path) -> None:
    (hw / "s1.py").write_text("print(sum(map(int, input().split())))")
    run = subprocess.run(
        [sys.executable, "-m", "judge", "problem", "new", "mine"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    half = (
        "n, s = int(input()), sum(map(int, input().split()))\nprint(s if n < 10**4 or s % 2 else 0)"
    )
    (hw / "s2.py").write_text(half)
    described = (tmp_path / "mine/problem.toml").read_text()
    found = graded(tmp_path, "mine", "--seed", "2")
    assert (found["s1"]["max"], found["s1"]["points"], found["s2"]["points"]) == (100, 0, 40)
    by_test = described.replace("points = 60", 'points = 60, rule = "each"')
    (tmp_path / "mine/problem.toml").write_text(by_test)
    assert graded(tmp_path, "mine", "--seed", "2")["s2"]["points"] == 70


HOMEWORKS = ROOT / "tests/war/homeworks"
JAVA = {path.name: path.read_bytes() for path in (HOMEWORKS / "java").iterdir()}
PYTHON = (HOMEWORKS / "right.py").read_bytes()
DECK, BATTLE = PYTHON[: PYTHON.index(b"class Battle")], PYTHON[PYTHON.index(b"class Battle") :]


def verdict_of(files: dict[str, bytes], test: str, folder: Path) -> tuple[str, str]:
    program = classes.read(files)
    case = next(case for case in classes.cases(folder, 3) if case.name == test)
    limits = ProgramOptions().limits()
    result = classes.judged(program, build(program), case, limits, "auto")
    return result.verdict, result.comment


@needs("javac")
@pytest.mark.parametrize(
    "files",
    [
        JAVA,
        {f"hw/src/{name}": text for name, text in JAVA.items()},
        {"War.java": b"".join(JAVA[n].split(b";", 1)[1] for n in ("Deck.java", "Battle.java"))},
        {"war.py": PYTHON},
        {"deck.py": DECK, "battle.py": b"import random\nfrom deck import Deck\n" + BATTLE},
    ],
    ids=["java", "in a folder", "in one file", "python", "in two files"],
)
@pytest.mark.slow
def test_classes_of_war_are_found_and_tested(files: dict[str, bytes], tmp_path: Path) -> None:
    assert verdict_of(files, "31", tmp_path)[0] == "AC"


@pytest.mark.slow
def test_classes_of_war_that_are_wrong_are_told_what_the_test_says(tmp_path: Path) -> None:
    wrong = PYTHON.replace(
        b"self.cards.append(d.cards.pop(0))", b"self.cards.append(d.cards.pop())"
    )
    assert wrong != PYTHON
    verdict, comment = verdict_of({"war.py": wrong}, "31", tmp_path)
    assert verdict == "WA"
    assert comment
    assert "FAIL" not in comment


@pytest.mark.parametrize(
    "files",
    [
        {"Deck.java": b"class Deck {}"},
        {"a.py": DECK, "b.py": PYTHON},
        {"war.cpp": b"class Deck {};\nclass Battle {};"},
    ],
    ids=["one missing", "one twice", "another language"],
)
@pytest.mark.slow
def test_what_has_no_classes_of_war_is_no_program(files: dict[str, bytes]) -> None:
    with pytest.raises(NoProgram):
        classes.read(files)
