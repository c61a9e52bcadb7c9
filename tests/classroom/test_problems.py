"""A class that is judged by a problem: blackjack's functions, and tests that a seed makes."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cardjudge.errors import UserError
from cardjudge.programs.compiler import CompileError
from cardjudge.programs.project import NoProgram
from judge.cases import Case
from judge.cli import app
from judge.problem.check import check
from judge.problem.problem import Problem
from judge.rule import Rules
from judge.runner import Result
from tests.processes import kit_in
from tests.tools import needs, needs_sandbox

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
    words = "--problem", problem, "--json", "-", *words
    run = kit_in(folder, "judge", "class", "hw", *words)
    found = {each["student"]: each for each in json.loads(run.stdout)["students"]}
    failed = any(each["verdict"] == "SE" for each in found.values())
    assert run.returncode == (2 if failed else 0), run.stderr
    return found


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


@pytest.mark.slow
def test_a_database_keeps_its_secret_seed(hw: Path, tmp_path: Path) -> None:
    (hw / "s1.py").write_text("print(1)")
    first = graded(tmp_path, "nim")
    assert graded(tmp_path, "nim") == first
    assert graded(tmp_path, "nim", "--seed", "5") == graded(tmp_path, "nim") != first
    assert [file.name for file in tmp_path.glob("*.db")] == ["results-nim.db"]
    other = graded(tmp_path, "nim", "--results", "other.db")
    assert {test["name"] for test in other["s1"]["tests"]} == {
        test["name"] for test in first["s1"]["tests"]
    }


@pytest.mark.slow
def test_a_class_is_judged_by_a_problem_folder(hw: Path, tmp_path: Path) -> None:
    (hw / "s1.py").write_text("print(sum(map(int, input().split())))")
    run = kit_in(tmp_path, "judge", "problem", "new", "mine")
    assert run.returncode == 0, run.stderr
    half = (
        "n, s = int(input()), sum(map(int, input().split()))\nprint(s if n < 1000 or s % 2 else 0)"
    )
    (hw / "s2.py").write_text(half)
    described = (tmp_path / "mine/problem.toml").read_text()
    found = graded(tmp_path, "mine", "--seed", "2")
    assert (found["s1"]["max"], found["s1"]["points"], found["s2"]["points"]) == (100, 0, 40)
    bonus = described.replace("points = 60", 'points = 60, rule = "each", bonus = true')
    (tmp_path / "mine/problem.toml").write_text(bonus.replace("points = 40", "points = 100"))
    student = graded(tmp_path, "mine", "--seed", "2")["s2"]
    assert (student["max"], student["points"]) == (100, 130)


@pytest.mark.slow
def test_a_part_of_the_points_is_said_and_is_one_in_a_package(hw: Path, tmp_path: Path) -> None:
    assert kit_in(tmp_path, "judge", "problem", "new", "mine", "--checker").returncode == 0
    checker, described = tmp_path / "mine/checker.py", tmp_path / "mine/problem.toml"
    checker.write_text(checker.read_text().replace('"another number is larger"', "0.5"))
    described.write_text(described.read_text().replace("= 60", '= 60, rule = "each"'))
    (hw / "s1.py").write_text("n = int(input()); print([*map(int, input().split())][0] % n + 1)")
    found = graded(tmp_path, "mine", "--seed", "2")["s1"]
    told = "secret/large-1：只得一部分的分數"
    assert (found["verdict"], found["points"], found["first"]) == ("AC", 30, told)
    (tmp_path / "packages").mkdir()
    kit_in(tmp_path, "judge", "export", "kattis", "mine", "packages")
    package, score = tmp_path / "packages/mine", tmp_path / "score.txt"
    for group, worth in ("01", "0"), ("02", "30"):
        settings = (package / f"data/secret/{group}/testdata.yaml").read_text()
        assert f'output_validator_flags: "{worth}"\n' in settings
        validator = package / "output_validator/validator/main.py"
        test = next(package.glob("data/secret/02/*.in"))
        words: list[str | Path] = ["python3", validator, test, "/dev/null", tmp_path, worth]
        assert subprocess.run(words, input=b"1\n", check=False).returncode == 42
        assert float(score.read_text()) == float(worth) / 2


def test_the_rule_is_asked_only_for_reports_that_show_it(
    hw: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (hw / "s1.py").write_text("print(2)")
    shutil.copytree(ROOT / "war/problem", tmp_path / "mine")
    for name in "generate.py", "strategy.py":
        (tmp_path / "mine" / name).unlink()
    asked: list[Result] = []

    def behind(_: Rules, result: Result) -> str:
        asked.append(result)
        return ""

    monkeypatch.setattr(Rules, "behind", behind)
    monkeypatch.chdir(tmp_path)
    words = ["class", "hw", "--problem", "mine", "--sandbox", "auto", "--csv", "a.csv"]
    for more, calls in ([], 0), (["--feedback", "a.zip"], 1), (["--html", "pages"], 2):
        app.answer([*words, *more])
        assert len(asked) == calls


HOMEWORKS = ROOT / "tests/war/homeworks"
JAVA = {path.name: path.read_bytes() for path in (HOMEWORKS / "java").iterdir()}
PYTHON = (HOMEWORKS / "base.py").read_bytes()
DECK, BATTLE = PYTHON[: PYTHON.index(b"class Battle")], PYTHON[PYTHON.index(b"class Battle") :]


def verdict_of(files: dict[str, bytes], test: str, folder: Path) -> tuple[str, str]:
    problem = Problem.load("war-classes")
    case = Case(test, folder / f"{test}.in")
    case.input.write_text(f"war verify {test} --seed 3\n", "utf-8")
    grading = problem.grading(problem.limits(), "auto")
    homework = grading.read(files)
    grading.built(homework)
    result = grading.runner(homework)(case)
    return result.verdict, result.comment


@needs("javac")
@pytest.mark.parametrize(
    "files",
    [
        JAVA,
        {f"hw/src/{name}": text for name, text in JAVA.items()},
        {path.name: path.read_bytes() for path in (HOMEWORKS / "right/java_one_file").iterdir()},
        {"war.py": PYTHON},
        {"deck.py": DECK, "battle.py": b"import random\nfrom deck import Deck\n" + BATTLE},
    ],
    ids=["java", "in a folder", "in one file", "python", "in two files"],
)
@pytest.mark.slow
def test_classes_of_war_are_found_and_tested(files: dict[str, bytes], tmp_path: Path) -> None:
    assert verdict_of(files, "31", tmp_path)[0] == "AC"


@pytest.mark.slow
def test_the_failure_of_a_war_class_is_explained(tmp_path: Path) -> None:
    wrong = PYTHON.replace(b"card = d.cards.pop(0)", b"card = d.cards.pop()")
    assert wrong != PYTHON
    verdict, comment = verdict_of({"war.py": wrong}, "31", tmp_path)
    assert verdict == "WA"
    assert comment
    assert "FAIL" not in comment


@pytest.mark.parametrize(
    ("files", "error", "told"),
    [
        ({"Deck.java": b"class Deck {}"}, CompileError, "作業裡沒有 Battle 這個類別"),
        ({"a.py": DECK, "b.py": PYTHON}, CompileError, "Deck 這個類別有不只一個：a.py、b.py"),
        ({"war.cpp": b"class Deck {};"}, NoProgram, "這一題不能用 C++ 寫"),
        ({"a.py": PYTHON, "Deck.java": b""}, NoProgram, "有不只一個程式"),
        ({"notes.txt": b""}, NoProgram, "沒有程式的原始碼"),
    ],
    ids=["one missing", "one twice", "another language", "two languages", "no source"],
)
@pytest.mark.slow
def test_a_submission_without_the_war_classes_is_not_graded(
    files: dict[str, bytes], error: type[UserError], told: str, tmp_path: Path
) -> None:
    with pytest.raises(error) as found:
        verdict_of(files, "31", tmp_path)
    assert told in str(found.value)


def test_judge_calls_a_missing_class_the_fault_of_the_homework(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("class Battle: pass")
    run = kit_in(tmp_path, "judge", "war-classes", "a.py")
    assert (run.returncode, run.stderr) == (1, "")
    assert run.stdout.startswith("CE   作業裡沒有 Deck 這個類別\n")


def graded_by(script: str, folder: Path, *words: str) -> Any:
    """Return the document of a class of two students, graded by a script of the teacher."""
    (folder / "mine/tests/secret").mkdir(parents=True)
    (folder / "mine/tests/secret/one.in").write_text("7\n")
    (folder / "mine/grade.py").write_text(script)
    (folder / "mine/problem.toml").write_text(
        'id = "poems-1"\nnames = { en = "Poems" }\nauthor = "A"\nlicence = "cc0"\n'
        'time = 1\nmemory = 256\ngrader = ["python3", "grade.py"]\nlanguages = ["python"]\n'
    )
    (folder / "hw").mkdir()
    (folder / "hw/s1.py").write_text("good = True")
    (folder / "hw/s2.py").write_text("bad = True")
    return graded(folder, "mine", *words)


def test_a_grader_writes_a_verdict_for_each_test(tmp_path: Path) -> None:
    found = graded_by(
        "import pathlib, sys\n"
        "[file] = pathlib.Path(sys.argv[1]).iterdir()\n"
        "test = sys.stdin.read().strip()\n"
        "print('AC' if not test or 'good' in file.read_text() else f'PE bad in {test}')",
        tmp_path,
    )
    assert [found[name]["verdict"] for name in ("s1", "s2")] == ["AC", "PE"]
    assert "bad in 7" in found["s2"]["first"]


@needs_sandbox
@pytest.mark.parametrize("mode", ["auto", "required"])
def test_a_grader_runs_in_the_sandbox_with_the_homework(mode: str, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")
    attack = (
        "import pathlib, subprocess, sys\n"
        "def tried(action):\n"
        "    try: return action()\n"
        "    except OSError as error: return type(error).__name__\n"
        f"there = pathlib.Path({str(tmp_path)!r})\n"
        "sys.stdin.read()\n"
        "read = tried(lambda: (there / 'diary.txt').read_text())\n"
        "tried(lambda: (there / 'new').write_text('x'))\n"
        "run = subprocess.run([sys.executable, *pathlib.Path(sys.argv[1]).glob('s*.py')])\n"
        "print('WA', read, run.returncode, sys.argv[2])\n"
    )
    found = graded_by(attack, tmp_path, "--sandbox", mode)
    assert re.search("(Permission|FileNotFound)Error 0 none$", found["s1"]["first"])
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("script", "verdict", "told"),
    [
        ("print('CE no poem')", "CE", "no poem"),
        ("import sys; sys.stdin.read() and print('good')", "SE", "評分程式沒有寫出判定"),
        ("import sys; sys.stdin.read() and print('SE')", "SE", "評分程式沒有寫出判定"),
        ("import sys; sys.stdin.read() and print(1 / 0)", "SE", "ZeroDivisionError"),
        ("1 / 0", "SE", "ZeroDivisionError"),
        ("while open(0).read():\n    while True: pass", "TLE", "用掉的 CPU 時間超過 1 秒"),
    ],
    ids=["compile error", "no verdict", "no verdict of its own", "fails", "fails first", "hangs"],
)
@pytest.mark.slow
def test_a_failing_grader_is_a_system_error(
    script: str, verdict: str, told: str, tmp_path: Path
) -> None:
    found = graded_by(script, tmp_path)["s1"]
    assert found["verdict"] == verdict
    assert told in found["first"]


@pytest.mark.slow
def test_a_problem_with_a_grader_cannot_be_exported_or_hacked(tmp_path: Path) -> None:
    assert [*check("war-classes")] == []
    for words in ["export", "noj", "war-classes"], ["hack", "war-classes", "--", "cat"]:
        run = kit_in(tmp_path, "judge", *words)
        assert run.returncode == 2
        assert len(run.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_missing_play_function_is_named(hw: Path, tmp_path: Path) -> None:
    (hw / "s1.py").write_text(PLAY.replace("def play", "def Play"))
    (hw / "s2.cpp").write_text('#include "Blackjack.h"\nint main() {}\nvoid play() {}\n')
    found = graded(tmp_path, "blackjack", "--seed", "1")
    assert "(AttributeError: s1.py has no play())" in found["s1"]["first"]
    assert found["s2"]["verdict"] == "CE"
    assert "main" in found["s2"]["first"]
    assert "collect2" not in found["s2"]["first"]
