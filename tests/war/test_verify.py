"""The tests of `war verify` pass right classes, and each catches its own mistakes."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from cardjudge.commands.programs import ProgramOptions
from tests.processes import kit
from tests.tools import tool
from war.series import report
from war.verify import Verdict, assignment
from war.verify.assignment import TESTS, run
from war.verify.exam import Own
from war.verify.homework import Student, java, python

HOMEWORKS = Path(__file__).parent / "homeworks"
RIGHT = (HOMEWORKS / "right.py").read_text("utf-8")
MUTANTS = tomllib.loads((HOMEWORKS / "mutants.toml").read_text("utf-8"))
JAVA_MUTANTS = tomllib.loads((HOMEWORKS / "mutants_java.toml").read_text("utf-8"))
UNUSUAL = sorted((HOMEWORKS / "right").iterdir())
CUT = MUTANTS["a uniform cut"]["right"]
WINNER = MUTANTS["a winner by the wrong pile"]["right"]
PATIENT = ProgramOptions(time=60)
"""Time on a machine that does other things, too."""


def homework(folder: Path, text: str, options: ProgramOptions = PATIENT) -> Student:
    """Write a homework in Python, and start to observe it."""
    file = folder / "my.py"
    file.write_text(text, "utf-8")
    return python(file, options)


@pytest.fixture(autouse=True)
def _few_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignment, "DECKS", 100)


@pytest.mark.parametrize("name", TESTS)
def test_the_classes_of_the_kit_pass(name: str) -> None:
    verdict = run(name, Own(0), 0)
    assert verdict.passed
    assert report.verdict(verdict).startswith(f"[OK] {name}  ")


@pytest.mark.slow
def test_the_classes_of_the_kit_pass_at_the_size_of_the_assignment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(assignment, "DECKS", 1_000_000)
    assert run("23", Own(5), 5).passed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_random_tests_never_fail_right_classes(seed: int) -> None:
    """By the assignment's bound for cuts, 5.3 % of right programs would fail."""
    assert run("21a", Own(seed), seed).passed
    assert run("22", Own(seed), seed).passed


@pytest.mark.slow
@pytest.mark.parametrize("name", TESTS)
@pytest.mark.parametrize("place", UNUSUAL, ids=lambda place: place.name)
def test_a_right_homework_in_unusual_style_passes(place: Path, name: str) -> None:
    if place.name.startswith("java") and not tool("javac"):
        return
    observed = java if place.name.startswith("java") else python
    verdict = run(name, observed(place, PATIENT), 0)
    assert verdict.passed, verdict


@pytest.mark.slow
@pytest.mark.parametrize("name", TESTS)
def test_a_right_homework_passes(name: str, tmp_path: Path) -> None:
    verdict = run(name, homework(tmp_path, RIGHT), 0)
    assert verdict.passed, verdict


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mutant_is_caught_by_its_test(mutant: str, tmp_path: Path) -> None:
    test, right, wrong = MUTANTS[mutant].values()
    assert RIGHT.count(right) == 1
    seconds = 2 if mutant == "a cycle never found" else 60
    changed = homework(tmp_path, RIGHT.replace(right, wrong), ProgramOptions(time=seconds))
    assert not run(test, changed, 0).passed


def test_a_missing_class_or_method_is_named(tmp_path: Path) -> None:
    verdict = run("22", homework(tmp_path, RIGHT.replace("def riffleWith", "def riffle")), 0)
    assert report.verdict(verdict) == "[FAIL] 22  沒有 riffleWith 這個方法或類別"


def test_the_first_wrong_example_is_shown(tmp_path: Path) -> None:
    verdict = run("33", homework(tmp_path, RIGHT.replace(WINNER, "return 1")), 0)
    assert report.verdict(verdict).splitlines()[1:] == [
        "    例子：player1 = [1 2], player2 = [2 1]: game(0)",
        "    預期：game = 0，winner = 0，player1 = [1 2]，player2 = [2 1]，trick = []",
        "    得到：game = 1，winner = 1，player1 = [1 2]，player2 = [2 1]，trick = []",
    ]


def test_a_deck_of_one_card_is_shown_as_a_deck(tmp_path: Path) -> None:
    verdict = run("1", homework(tmp_path, RIGHT.replace("return -1", "return 0")), 0)
    assert verdict.example is not None
    assert verdict.example.expected == "pick = -1，a = [1 2]，b = []"
    one = RIGHT.replace("d.cards.pop(0)", "d.cards.pop()")
    assert one != RIGHT
    verdict = run("1", homework(tmp_path, one), 0)
    assert verdict.example is not None
    assert verdict.example.expected == "pick = 3，a = [1 2 3]，b = [4]"


def test_an_exception_of_a_method_is_shown(tmp_path: Path) -> None:
    verdict = run("1", homework(tmp_path, RIGHT.replace("return -1", "return [][1]")), 0)
    assert verdict.example is not None
    assert verdict.example.found == "丟出例外 IndexError: list index out of range"


TAKES_TURNS = (HOMEWORKS / "right" / "taking_turns.py").read_text("utf-8")
FLIPS = TAKES_TURNS.replace(
    "played = {",
    "if self.order and (now := self.order): self.order = now[::-1]\n            played = {",
).replace("for name in self.order}\n            if", "for name in now}\n            if")
FLIPS = FLIPS.replace("                self.order = self.order[::-1]\n", "")


def test_the_test_finds_the_order_of_play_by_observation(tmp_path: Path) -> None:
    fixed = run("32", homework(tmp_path, RIGHT + "\nBattle.turn = True\n"), 0)
    assert (fixed.passed, fixed.figures["first"]) == (True, "玩家 1 先出牌")
    turns = run("32", homework(tmp_path, TAKES_TURNS), 0)
    assert (turns.passed, turns.figures["first"]) == (True, "輪流先出牌")
    assert turns.hint == ""


@pytest.mark.parametrize("name", ["32", "33", "41"])
def test_a_turn_that_changes_within_a_battle_is_explained(name: str, tmp_path: Path) -> None:
    verdict = run(name, homework(tmp_path, FLIPS), 0)
    assert not verdict.passed
    assert verdict.hint == "一場戰爭之中就換了 turn：應該在回合結束之後才換"


@pytest.mark.parametrize("read", ["input()", "__import__('sys').stdin.read()"])
def test_a_homework_that_waits_for_input_fails_at_once(tmp_path: Path, read: str) -> None:
    verdict = run("1", homework(tmp_path, RIGHT.replace("return -1", f"return {read}")), 0)
    assert verdict.fault == "程式在等待輸入；作業的方法不讀標準輸入"


def test_a_game_without_end_fails_after_few_games(tmp_path: Path) -> None:
    endless = RIGHT.replace("        tortoise = self.copy()\n", "        while True: pass\n")
    verdict = run("42", homework(tmp_path, endless, ProgramOptions(time=1)), 0)
    assert re.fullmatch("超過時間限制：用了 [123] 秒", verdict.fault), verdict.fault


def test_a_failure_shows_the_expected_figure() -> None:
    told = report.verdict(Verdict("32", False, {"calls": 3, "bad": 1, "first": "…"}))
    assert told == "[FAIL] 32  isOver()、oneRound()：3 個局面，其中 1 個不對；應為 0（…）"


def verify(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return kit("war", "verify", *arguments)


def test_a_file_in_python_is_tested(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(RIGHT.replace(WINNER, "return 1"), "utf-8")
    done = verify("32", "33", "--python", file)
    assert (done.returncode, done.stderr) == (1, "")
    assert [line[:9] for line in done.stdout.splitlines()[:2]] == ["[OK] 32  ", "[FAIL] 33"]


def test_a_homework_that_hangs_or_crashes_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    hangs = RIGHT.replace(WINNER, "while True: pass").replace(CUT, "return 1 // 0")
    file.write_text(hangs, "utf-8")
    done = verify("21a", "32", "33", "--python", file, "--time", "0.5")
    told = done.stdout.splitlines()
    assert told[0].startswith("[FAIL] 21a  程式丟出例外：「ZeroDivisionError: ")
    assert told[1].startswith("[OK] 32  ")
    assert told[2].startswith("[FAIL] 33  ")
    assert told[3] == "    例子：player1 = [1 2], player2 = [2 1]: game(0)"
    assert told[4].startswith("    預期：game = 0，winner = 0，")
    assert told[5].startswith("    得到：超過時間限制：用了 ")
    assert (done.returncode, done.stderr) == (1, "")


def test_no_million_decks_are_begun_if_ten_thousand_take_too_long(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(RIGHT.replace("for _ in range(m):", "while True:"), "utf-8")
    done = verify("23", "--python", file, "--time", "0.3")
    found = re.fullmatch("\\[FAIL\\] 23  超過時間限制：用了 (.+) 秒\n", done.stdout)
    assert found, done.stdout
    assert int(found[1]) <= 3, "not the thirty seconds of a million decks"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["99"], "沒有「99」這個測試（有的是：1 21a 21b 22 23 31 32 33 41 42）"),
        (["--python", "nowhere.py"], "沒有「nowhere.py」這個檔案"),
        (["--java", "docs"], "「docs」裡沒有 Deck 這個類別"),
        (["--java", ".", "--python", "a.py"], "--java 和 --python 只能寫一個"),
    ],
)
def test_wrong_usage_is_reported_in_one_line(arguments: list[str], told: str) -> None:
    done = verify(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"錯誤：{told}\n")


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
def test_a_mutant_in_java_is_caught_by_its_test(mutant: str, tmp_path: Path) -> None:
    test, right, wrong = JAVA_MUTANTS[mutant].values()
    texts = [path.read_text("utf-8") for path in (HOMEWORKS / "java").glob("*.java")]
    assert any(right in text for text in texts)
    changed = java(java_homework(tmp_path / "my", right, wrong), PATIENT)
    verdict = run(test, changed, 0)
    assert not verdict.passed
    assert not verdict.fault


@pytest.mark.slow
@needs_java
def test_the_file_layout_of_the_course_is_accepted() -> None:
    """One file in a package has both classes; the tests beside it do not compile."""
    done = verify("1", "32", "--java", HOMEWORKS / "right" / "java_one_file", "--time", "60")
    assert [line[:5] for line in done.stdout.splitlines()] == ["[OK] ", "[OK] "], done


@needs_java
def test_a_scanner_in_a_constructor_waits_for_input(tmp_path: Path) -> None:
    reads = "    Battle() { new java.util.Scanner(System.in).nextInt(); }"
    place = java_homework(tmp_path / "my", "    Battle() {}", reads)
    battle = place / "Battle.java"
    battle.write_text(
        battle.read_text().replace("Battle(Deck", "Battle(int a, int b) {}\n    Battle(Deck")
    )
    changed = battle.read_text().replace(
        "this.player1 = player1;", "this(); this.player1 = player1;"
    )
    battle.write_text(changed)
    verdict = run("32", java(place, PATIENT), 0)
    assert verdict.fault == "程式在等待輸入；作業的方法不讀標準輸入"


@pytest.mark.slow
@needs_java
def test_the_place_of_a_java_error_is_shown(tmp_path: Path) -> None:
    done = verify("--java", java_homework(tmp_path / "my", "return top;", "return top"))
    assert done.returncode == 1
    assert done.stdout.startswith("[FAIL] homework/Deck.java:")
    assert "';' expected" in done.stdout
    assert done.stdout.splitlines()[-1].strip() == "1 error"


@pytest.mark.slow
@needs_java
def test_the_whole_message_of_javac_is_shown(tmp_path: Path) -> None:
    done = verify("--java", java_homework(tmp_path / "my", "return top;", "return tops;"))
    assert "symbol:   variable tops" in done.stdout
    assert "location: class Deck" in done.stdout


def test_two_classes_with_the_same_name_are_refused(tmp_path: Path) -> None:
    for name in "a.java", "b.java":
        (tmp_path / name).write_text("class Deck {}\nclass Battle {}\n")
    done = verify("--java", tmp_path)
    assert (done.returncode, done.stderr) == (2, "錯誤：Deck 這個類別有不只一個：a.java、b.java\n")
