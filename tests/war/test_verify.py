"""The nine tests pass right classes, and each catches what it is there to catch."""

import random
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from war.series import report
from war.verify import Verdict, assignment
from war.verify.assignment import TESTS, Own, run
from war.verify.observe import Observer

HOMEWORKS = Path(__file__).parent / "homeworks"
RIGHT = (HOMEWORKS / "right.py").read_text("utf-8")
MUTANTS = tomllib.loads((HOMEWORKS / "mutants.toml").read_text("utf-8"))
CUT = MUTANTS["a uniform cut"]["right"]
WINNER = MUTANTS["a winner by the wrong pile"]["right"]


class Homework:
    """Classes from a text, in this process."""

    games = 200

    def __init__(self, text: str) -> None:
        names: dict[str, Any] = {}
        exec(text, names)
        self.answer = Observer(names).answer

    sit = Own.sit


@pytest.fixture(autouse=True)
def _few_decks(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    random.seed(request.node.name)  # what a homework draws
    monkeypatch.setattr(assignment, "DECKS", 100)


@pytest.mark.parametrize("name", TESTS)
def test_the_kit_passes(name: str) -> None:
    verdict = run(name, Own(0), 0)
    assert verdict.passed
    assert report.verdict(verdict).startswith(f"[OK] {name}  ")


@pytest.mark.slow
def test_the_kit_passes_at_the_size_of_the_assignment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignment, "DECKS", 1_000_000)
    assert run("23", Own(5), 5).passed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_right_classes_never_fail(seed: int) -> None:
    """By the assignment's bound for cuts, which 5.3 % of right programs exceed, one would."""
    assert run("21a", Own(seed), seed).passed
    assert run("22", Own(seed), seed).passed


@pytest.mark.slow
@pytest.mark.parametrize("name", TESTS)
def test_a_right_homework_passes(name: str) -> None:
    verdict = run(name, Homework(RIGHT), 0)
    assert verdict.passed, verdict


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mutant_is_caught_by_its_test(mutant: str) -> None:
    test, right, wrong = MUTANTS[mutant].values()
    assert RIGHT.count(right) == 1
    homework = Homework(RIGHT.replace(right, wrong))
    if mutant == "a cycle never found":
        homework.answer = _patient(homework.answer)
    assert not run(test, homework, 0).passed


def _patient(answer: Any) -> Any:
    def stop(request: str) -> Any:
        if request.startswith("game 1,2|2,1"):
            raise assignment.Fault("超過時間")
        return answer(request)

    return stop


def test_there_are_enough_mutants_of_every_test() -> None:
    tests = [mutant["test"] for mutant in MUTANTS.values()]
    assert len(tests) >= 25
    assert {*tests} == {*TESTS}


def test_what_is_missing_is_named() -> None:
    verdict = run("22", Homework(RIGHT.replace("def riffleWith", "def riffle")), 0)
    assert report.verdict(verdict) == "[FAIL] 22  沒有 riffle_with 這個方法或類別"


def test_a_failure_says_what_was_expected() -> None:
    told = report.verdict(Verdict("32", False, {"calls": 3, "bad": 1}))
    assert told == "[FAIL] 32  isOver()、oneRound()：3 個局面，其中 1 個不對；應為 0"


def verify(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "war", "verify", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_a_file_in_python_is_tested(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(RIGHT.replace(WINNER, "return 1"), "utf-8")
    done = verify("32", "33", "--python", file)
    assert (done.returncode, done.stderr) == (1, "")
    assert [line[:9] for line in done.stdout.splitlines()] == ["[OK] 32  ", "[FAIL] 33"]


def test_a_homework_that_hangs_or_crashes_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    hangs = RIGHT.replace(WINNER, "while True: pass").replace(CUT, "return 1 // 0")
    file.write_text(hangs, "utf-8")
    done = verify("21a", "32", "33", "--python", file, "--time", "0.5")
    told = done.stdout.splitlines()
    assert told[0].startswith("[FAIL] 21a  程式結束了：「ZeroDivisionError: ")
    assert told[1].startswith("[OK] 32  ")
    assert told[2].startswith("[FAIL] 33  超過時間限制：用了 ")
    assert (done.returncode, done.stderr) == (1, "")


def test_a_million_decks_are_not_begun_where_ten_thousand_take_too_long(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(RIGHT.replace("for _ in range(m):", "while True:"), "utf-8")
    done = verify("23", "--python", file, "--time", "0.3")
    found = re.fullmatch("\\[FAIL\\] 23  超過時間限制：用了 (.+) 秒\n", done.stdout)
    assert found, done.stdout
    assert int(found[1]) <= 3, "not the thirty seconds of a million decks"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["99"], "沒有「99」這個測試（有的是：21a 21b 22 23 31 32 33 41 42）"),
        (["--python", "nowhere.py"], "沒有「nowhere.py」這個檔案"),
        (["--java", "."], "「.」裡沒有 Deck.java"),
        (["--java", ".", "--python", "a.py"], "--java 和 --python 只能寫一個"),
    ],
)
def test_wrong_usage(arguments: list[str], told: str) -> None:
    done = verify(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"錯誤：{told}\n")


JAVA_MUTANTS = {
    "right": ("", "", ""),
    "cut": ("21a", "Math.random() < 0.5", "Math.random() < 0.4"),
    "split": ("21b", "return top;", "cards.addAll(top.cards); return new Deck();"),
    "riffle": ("22", "Math.random() * (a + b) < a", "a > 0"),
    "shuffle": ("23", "i < m", "i < 3"),
    "deal": ("31", "deck.riffleShuffle(7);", ""),
    "round": ("32", "trick.pick(player1);\n            trick.pick(player2);", ""),
    "winner": ("33", "one > two ? 1 : 2", "one > two ? 2 : 1"),
    "game": ("41", "return 3;", "return 0;"),
    "stats": ("42", "counts[new Battle(nbVals).game()]++", "counts[1]++"),
}


def java_homework(folder: Path, right: str = "", wrong: str = "") -> Path:
    """Write the homework in Java into a folder, with a change."""
    folder.mkdir(exist_ok=True)
    for source in sorted((HOMEWORKS / "java").glob("*.java")):
        text = source.read_text("utf-8")
        (folder / source.name).write_text(text.replace(right, wrong) if right else text, "utf-8")
    return folder


needs_java = pytest.mark.skipif(
    shutil.which("javac") is None, reason="needs javac: apt-get install default-jdk-headless"
)


@needs_java
@pytest.mark.slow
@pytest.mark.parametrize("mutant", JAVA_MUTANTS)
def test_a_homework_in_java(mutant: str, tmp_path: Path) -> None:
    test, right, wrong = JAVA_MUTANTS[mutant]
    tests = [test] if test else [name for name in TESTS if name != "23"]
    done = verify(*tests, "--java", java_homework(tmp_path / "my", right, wrong))
    marks = [line.split()[0] for line in done.stdout.splitlines()]
    assert marks == ["[FAIL]" if test else "[OK]"] * len(tests), done.stdout + done.stderr
    assert done.returncode == (1 if test else 0)


@needs_java
def test_java_that_does_not_compile_says_where(tmp_path: Path) -> None:
    done = verify("--java", java_homework(tmp_path / "my", "return top;", "return top"))
    assert done.returncode == 1
    assert done.stdout.startswith("[FAIL] Deck.java:")
    assert "';' expected" in done.stdout
