"""The tests of `war verify` pass right classes, and each catches its own mistakes."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from cardjudge.commands.programs import ProgramOptions
from cardjudge.programs.compiler import CompileError
from tests.processes import kit
from tests.tables import table
from tests.tools import needs, tool
from tests.war.table import HOMEWORKS, Homework, homeworks
from war import Deck
from war.series import report
from war.verify import Verdict, assignment, statistics
from war.verify.assignment import TESTS, passes, run
from war.verify.exam import Own
from war.verify.homework import Student, java, python

TABLE = {language: [*homeworks(language)] for language in ("java", "python")}
PYTHON = {homework.name: homework.text for homework in TABLE["python"]}
RIGHT = PYTHON["as written"]
UNUSUAL = sorted((HOMEWORKS / "right").iterdir())
PATIENT = ProgramOptions(time=60)
"""Time on a machine that does other things, too."""


def homework(folder: Path, text: str, options: ProgramOptions = PATIENT) -> Student:
    """Write a homework in Python, and start to observe it."""
    file = folder / "my.py"
    file.write_text(text, "utf-8")
    return python(file, options)


@pytest.fixture(autouse=True)
def _few_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, calls in {"DECKS": 100, "CUTS": 20_000, "MIXES": 5000, "DEALS": 100}.items():
        monkeypatch.setattr(assignment, name, calls)


@pytest.mark.parametrize("name", TESTS)
def test_the_classes_of_the_kit_pass(name: str) -> None:
    verdict = run(name, Own(0), 0)
    assert verdict.passed
    assert report.verdict(verdict).startswith(f"[OK] {name}  ")


@pytest.mark.slow
def test_the_classes_of_the_kit_pass_at_the_size_of_the_assignment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    for name in TESTS:
        assert run(name, Own(5), 5).passed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_random_tests_never_fail_right_classes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the assignment's bound for cuts, 5.3 % of right programs would fail."""
    monkeypatch.undo()
    assert run("21a", Own(seed), seed).passed
    assert run("22", Own(seed), seed).passed


@pytest.mark.slow
@needs("javac")
@pytest.mark.parametrize("place", UNUSUAL, ids=lambda place: place.name)
def test_a_right_homework_in_unusual_style_passes(place: Path) -> None:
    assert failed_by(java(place, PATIENT)) == []


def failed_by(student: Student) -> list[str]:
    """Return the tests that a homework fails."""
    return [name for name in TESTS if not run(name, student, 0).passed]


@pytest.mark.slow
def test_a_right_homework_in_two_files_passes_although_it_prints(tmp_path: Path) -> None:
    deck, _, battle = RIGHT.partition("class Battle")
    (tmp_path / "pile.py").write_text(f"print('Hello 1 2 3')\n{deck}")
    rest = battle.replace("Deck(", "Pile(")
    (tmp_path / "war.py").write_text(f"from pile import Deck as Pile\n\n\nclass Battle{rest}")
    assert failed_by(python(tmp_path, PATIENT)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "case"),
    [
        pytest.param(language, case, id=f"{language}: {case.name}")
        for language, cases in TABLE.items()
        for case in cases
    ],
)
def test_a_homework_of_the_table_fails_where_it_must(
    language: str, case: Homework, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "_SHORT", {1: 20, 2: 2000})
    if not tool("javac"):
        return
    file = tmp_path / ("TD1.java" if language == "java" else "war.py")
    file.write_text(case.text, "utf-8")
    short = ProgramOptions(time=2 if "looks for no cycle" in case.name else 60)
    try:
        student = (java if language == "java" else python)(tmp_path, short)._replace(games=60)
    except CompileError:
        assert case.failing == "CE"
        return
    names = [*TESTS] if case.failing in ("OK", "CE") else [case.failing]
    failed = [name for name in names if not run(name, student, 0).passed]
    assert failed == ([] if case.failing == "OK" else names)


def test_a_missing_method_is_named(tmp_path: Path) -> None:
    verdict = run("22", homework(tmp_path, RIGHT.replace("def riffle_with", "def riffle")), 0)
    assert report.verdict(verdict) == "[FAIL] 22  沒有 riffleWith() 這個方法或類別"


def test_the_words_of_a_homework_do_not_act_on_a_terminal(tmp_path: Path) -> None:
    head = "def winner(self):"
    text = RIGHT.replace(head, f"{head}\n        raise Exception('\\33[2J')")
    line = report.verdict(run("33", homework(tmp_path, text), 0)).splitlines()[-1]
    assert line == "    得到：丟出例外 Exception: ␛[2J"


def test_the_first_wrong_example_is_shown(tmp_path: Path) -> None:
    verdict = run("33", homework(tmp_path, PYTHON["winner swapped"]), 0)
    assert report.verdict(verdict).splitlines()[1:] == [
        "    例子：player1 = [1, 2, 3], player2 = [2, 1]: game(0)",
        "    預期：game = 1, winner = 1, player1 = [1, 2, 3], player2 = [2, 1], trick = []",
        "    得到：game = 2, winner = 2, player1 = [1, 2, 3], player2 = [2, 1], trick = []",
    ]


def test_all_cards_count_that_were_dealt_to_one_player(tmp_path: Path) -> None:
    text = RIGHT.replace("self.player2.pick(deck)", "self.player1.pick(deck)")
    verdict = run("31", homework(tmp_path, text), 0)
    assert not verdict.passed
    assert 64 < int(str(verdict.figures["passes"])) <= 128


@pytest.mark.parametrize(
    ("name", "first"), [("as written", "玩家 1 先出牌"), ("turns", "輪流先出牌")]
)
def test_the_test_finds_the_order_of_play_by_observation(
    name: str, first: str, tmp_path: Path
) -> None:
    verdict = run("32", homework(tmp_path, PYTHON[name]), 0)
    assert (verdict.passed, verdict.figures["first"], verdict.hint) == (True, first, "")


@pytest.mark.parametrize("name", ["32", "33", "41"])
def test_a_turn_that_changes_within_a_war_is_shown(name: str, tmp_path: Path) -> None:
    verdict = run(name, homework(tmp_path, PYTHON["turn changes within a war +turn"]), 0)
    assert not verdict.passed
    assert "打完之後 player1 = [3, 3, 1, 5, 2, 4]，戰爭裡換了先後" in verdict.hint


@pytest.mark.parametrize(
    "name",
    ["turn starts with False +turn", "no card face down", "pick removes the last equal card"],
)
def test_no_turn_within_a_war_is_claimed_of_others(name: str, tmp_path: Path) -> None:
    verdict = run("32", homework(tmp_path, PYTHON[name]), 0)
    assert (verdict.passed, verdict.hint) == (False, "")


@pytest.mark.parametrize(("name", "said"), table("war/decks.txt"))
def test_the_deck_that_came_out_shows_how_it_was_dealt(
    name: str, said: str, tmp_path: Path
) -> None:
    seeded = f"import random\nrandom.seed(0)\n{PYTHON[name]}"  # else 1 deal in 20 looks right
    verdict = run("31", homework(tmp_path, seeded), 0)
    assert (verdict.passed, verdict.figures["bad"]) == (False, 0)
    assert bool(verdict.hint) is name.startswith("deals")
    assert said in report.verdict(verdict)


def test_an_uneven_riffle_is_told_by_the_order_that_came_too_often(tmp_path: Path) -> None:
    told = report.verdict(run("22", homework(tmp_path, PYTHON["riffle with a fair coin"]), 0))
    often = re.search(r"b = \[6, 7, 8, 9, 10\].*每種順序大約 20 次.*出現 (\d+) 次", told, re.DOTALL)
    assert often, told
    assert int(often[1]) > 100


@pytest.mark.parametrize("m", range(8))
def test_a_large_deck_needs_as_many_passes_as_its_riffles_make(m: int) -> None:
    deck = Deck(1000)
    deck.riffle_shuffle(m)
    assert passes(deck) == 2**m


@pytest.mark.parametrize("read", ["input()", "__import__('sys').stdin.read()"])
def test_a_homework_that_waits_for_input_fails_at_once(tmp_path: Path, read: str) -> None:
    verdict = run("1", homework(tmp_path, RIGHT.replace("return -1", f"return {read}")), 0)
    assert verdict.fault == "程式在等待輸入；作業的方法不讀標準輸入"


@pytest.mark.slow
def test_a_game_without_end_fails_after_few_games(tmp_path: Path) -> None:
    endless = RIGHT.replace("        turtle = self.copy()\n", "        while True: pass\n")
    verdict = run("42", homework(tmp_path, endless, ProgramOptions(time=0.5, wall=120)), 0)
    assert verdict.fault == "用掉的 CPU 時間超過 1 秒"


class Prints:
    """A homework whose `stats` prints the likeliest counts."""

    games = 1000

    def __init__(self, text: str) -> None:
        self.text = text

    def answer(self, lines: Sequence[str], longer: int = 1) -> Iterator[str]:
        for line in lines:
            nb_vals, games = map(int, line.split(";")[2:])
            *counts, _ = (round(games * share) for share in statistics.SHARES[0][nb_vals])
            yield "1\t" + self.text.format(*counts, games - sum(counts)).replace("\n", "\t")
            yield "."


@pytest.mark.parametrize(("text", "verdict"), table("war/counts.txt"))
def test_a_count_is_that_of_the_player_on_its_line(text: str, verdict: str) -> None:
    passed = run("42", Prints(text.replace("␊", "\n")), 0).passed
    assert passed is (verdict == "passes")


def test_the_number_of_a_player_is_no_count() -> None:
    verdict = run("42", Prints("Player 1 wins: {0}\nPlayer 2 wins: {1}\nInfinite: {2}"), 0)
    assert verdict.figures["counted"] == "1 種數值 20 場 0+0+0"


def test_a_failure_shows_the_expected_figure() -> None:
    told = report.verdict(Verdict("32", False, {"calls": 3, "bad": 1, "first": "…"}))
    assert told == "[FAIL] 32  isOver()、oneRound()：3 個局面，其中 1 個不對；應為 0（…）"


def verify(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return kit("war", "verify", *arguments)


def test_a_file_in_python_is_tested(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(PYTHON["winner swapped"], "utf-8")
    done = verify("32", "33", "--python", file)
    assert (done.returncode, done.stderr) == (1, "")
    assert [line[:9] for line in done.stdout.splitlines()[:2]] == ["[OK] 32  ", "[FAIL] 33"]


def test_a_homework_that_hangs_or_crashes_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    hangs = RIGHT.replace("        cards1 = len", "        while True: pass\n        cards1 = len")
    hangs = hangs.replace("return heads", "return 1 // 0")
    file.write_text(hangs, "utf-8")
    done = verify("21a", "32", "33", "--python", file, "--time", "1.5", "--wall", "120")
    told = done.stdout.splitlines()
    assert told[0].startswith("[FAIL] 21a  程式丟出例外：「ZeroDivisionError: ")
    assert told[1].startswith("[OK] 32  ")
    assert told[2].startswith("[FAIL] 33  ")
    assert told[3] == "    例子：player1 = [1, 2], player2 = [2, 1]: game(0)"
    assert told[4].startswith("    預期：game = 0, winner = 0, ")
    assert told[5].startswith("    得到：用掉的 CPU 時間超過 3 秒")
    assert (done.returncode, done.stderr) == (1, "")


def test_no_million_decks_are_begun_if_ten_thousand_take_too_long(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(RIGHT.replace("for _ in range(m):", "while True:"), "utf-8")
    done = verify("23", "--python", file, "--time", "0.3", "--wall", "120")
    assert done.stdout == "[FAIL] 23  用掉的 CPU 時間超過 0.6 秒\n", "not that of a million decks"


def java_homework(folder: Path, right: str = "", wrong: str = "") -> Path:
    """Write the homework in Java into a folder, with a change."""
    folder.mkdir(exist_ok=True)
    for source in sorted((HOMEWORKS / "java").glob("*.java")):
        text = source.read_text("utf-8")
        (folder / source.name).write_text(text.replace(right, wrong) if right else text, "utf-8")
    return folder


@needs("javac")
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
@needs("javac")
def test_javac_s_errors_stand_without_its_warnings(tmp_path: Path) -> None:
    raw = "java.util.List raw = new java.util.LinkedList(); raw.add(new Integer(1));"
    place = java_homework(tmp_path / "my", "        return top;", f"{raw} return tops;")
    done = verify("--java", place)
    assert done.returncode == 1
    assert done.stdout.startswith("[FAIL] homework/Deck.java:")
    assert "symbol:   variable tops" in done.stdout
    assert "location: class Deck" in done.stdout
    assert not re.search("warning|Note:", done.stdout)
    assert done.stdout.splitlines()[-1].strip() == "1 error"


@pytest.mark.slow
@needs("javac")
@pytest.mark.parametrize(
    ("declared", "fault"),
    [
        ("int theWinner()", "沒有 winner() 這個方法或類別"),
        ("private int winner()", "宣告和作業的不同：winner() has private access in Battle"),
    ],
)
def test_a_method_that_the_tests_cannot_call_fails_its_tests_alone(
    declared: str, fault: str, tmp_path: Path
) -> None:
    place = java_homework(tmp_path / "my", "int winner()", declared)
    battle = place / "Battle.java"
    battle.write_text(battle.read_text("utf-8").replace("return winner()", "return 0"), "utf-8")
    student = java(place, PATIENT)
    assert run("32", student, 0).passed
    assert run("33", student, 0).fault == fault


def test_two_classes_with_the_same_name_are_refused(tmp_path: Path) -> None:
    for name in "a.java", "b.java":
        (tmp_path / name).write_text("class Deck {}\nclass Battle {}\n")
    done = verify("--java", tmp_path)
    assert (done.returncode, done.stderr) == (2, "錯誤：Deck 這個類別有不只一個：a.java、b.java\n")
