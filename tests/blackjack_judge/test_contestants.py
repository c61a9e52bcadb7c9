"""Contestants in C++ and Python, unchanged from the assignment, through the whole command."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from blackjack_judge import grader
from blackjack_judge.compiler import CPP, compiled
from blackjack_judge.contestants.program import Program
from blackjack_judge.judge import PlayerOfTheKit, Setting, play
from blackjack_judge.players import load
from blackjack_judge.shoe import make_shoe
from blackjack_judge.text import render
from cardjudge.errors import UserError
from cardjudge.programs.process import Limits
from tests.processes import kit
from tests.tools import needs

pytestmark = needs("g++")
HERE = Path(__file__).parent
SAMPLE = HERE / "sample.cpp"
ALL_HELPERS = HERE / "all_helpers.cpp"
blackjack_judge = partial(kit, "blackjack_judge")
LIMITS = Limits(wall=60.0, cpu=30.0)


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep what the tests compile out of the user's cache."""
    directory = tmp_path_factory.mktemp("cache")
    os.environ["XDG_CACHE_HOME"] = str(directory)
    return directory


def transcript(seed: int, contestant: Program | PlayerOfTheKit) -> list[str]:
    lines: list[str] = []
    play(make_shoe(seed, 40), contestant, Setting(decks=40), lines.append)
    return lines


def test_one_program_in_three_forms_says_the_same() -> None:
    python = [sys.executable, "-m", "blackjack_judge.player", str(HERE / "sample.py")]
    for seed in range(1, 6):
        ours = transcript(seed, PlayerOfTheKit(load("sample")))
        assert transcript(seed, Program([str(compiled(SAMPLE))], LIMITS)) == ours
        assert transcript(seed, Program(python, LIMITS)) == ours
        assert {line.split()[1] for line in ours} >= {"play", "init_game", "return", "hit"}


@pytest.mark.parametrize("source", [SAMPLE, ALL_HELPERS], ids=lambda source: source.stem)
def test_the_grader_says_what_the_judge_says(source: Path, tmp_path: Path) -> None:
    grader.write(tmp_path)
    shutil.copy(source, tmp_path / "x.cpp")
    shutil.copy(HERE / "strategy.h", tmp_path)
    subprocess.run(
        ["g++", "-O1", "-Wall", "-Werror", "x.cpp", "grader.cpp"], cwd=tmp_path, check=True
    )
    contestant = Program([str(compiled(source))], LIMITS)
    verdicts = set()
    for seed in range(1, 21):
        run = subprocess.run(
            ["./a.out"],
            cwd=tmp_path,
            input=f"{seed}\n",
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        conversation = play(make_shoe(seed), contestant, Setting())
        assert conversation.verdict is not None
        piped = render(conversation.verdict)
        # In one process, what the contestant prints stands before the verdict.
        assert run.stdout.endswith(piped)
        assert run.returncode == (0 if conversation.verdict.accepted else 1)
        verdicts.add(piped)
    assert len(verdicts) == 2


def test_what_a_contestant_writes_and_reads_does_no_harm() -> None:
    run = blackjack_judge("--player", str(ALL_HELPERS), stdin="7\n")
    assert run.stdout.splitlines()[1] in ("你通過了伊綱的考驗。", "資金輸光了。")
    if run.returncode == 1:
        assert "題目不准寫標準輸出" in run.stderr
    assert "| not for the judge" in run.stderr


def test_a_python_contestant_that_prints_and_catches_everything(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(
        "import sys\n"
        "from blackjack_judge.player import *\n"
        "from other import BET\n"
        "def play():\n"
        "    print('hello', sys.stdin.read())\n"
        "    try:\n"
        "        init_game(BET)\n"
        "    except BaseException:\n"
        "        init_game(1)\n"
        "    stand()\n"
    )
    (tmp_path / "other.py").write_text("BET = 0\n")
    run = blackjack_judge("--player", str(tmp_path / "x.py"), stdin="1\n")
    assert run.stdout == "Wrong_answer\n不合法的操作：init_game 0\n"
    assert run.stderr.splitlines()[1:] == ["| hello "]


def test_a_python_contestant_that_fails(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("def play():\n    1 / 0\n")
    run = blackjack_judge("--player", str(tmp_path / "x.py"), stdin="1\n")
    assert run.stdout == "Wrong_answer\n程式在遊戲結束前就停止了（結束狀態 1）。\n"
    assert run.stderr.splitlines()[-1] == "| ZeroDivisionError: division by zero"
    (tmp_path / "x.py").write_text("def plya(): pass\n")
    run = blackjack_judge("--player", str(tmp_path / "x.py"), stdin="1\n")
    assert run.stderr.endswith("x.py 裡沒有 play()\n")


def test_a_program_with_run_is_a_contestant_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(
        "from blackjack_judge.player import init_game, run\nrun(lambda: init_game(0))\n"
    )
    run = blackjack_judge("--", sys.executable, str(tmp_path / "x.py"), stdin="1\n")
    assert run.stdout == "Wrong_answer\n不合法的操作：init_game 0\n"


def run_alone(program: Sequence[str], stdin: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(program, input=stdin, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.parametrize("stdin", ["", "play 1000000\n", "play 1000000\nAccepted\n"])
def test_a_contestant_ends_with_0_at_the_end_of_its_input(stdin: str) -> None:
    python = [sys.executable, "-m", "blackjack_judge.player", str(HERE / "sample.py")]
    for program in ([str(compiled(SAMPLE))], python):
        run = run_alone(program, stdin)
        assert run.returncode == 0
        assert run.stdout == ("bet_you_have\n" if stdin else "")
        assert run.stderr == ""


def test_a_source_is_compiled_once_for_its_contents(tmp_path: Path) -> None:
    source = tmp_path / "x.cpp"
    text = '#include "Blackjack.h"\n#include "bet.h"\nvoid play() { init_game(BET); }\n'
    source.write_text(text)
    (tmp_path / "bet.h").write_text("#define BET 0\n")
    first = compiled(source)
    before = first.stat().st_mtime_ns
    assert compiled(source) == first
    assert first.stat().st_mtime_ns == before
    (tmp_path / "bet.h").write_text("#define BET -1\n")
    assert compiled(source) != first
    source.write_text(text + "\n")
    assert compiled(source) != first


def test_a_source_that_does_not_compile(tmp_path: Path, cache: Path) -> None:
    source = tmp_path / "x.cpp"
    source.write_text('#include "Blackjack.h"\nvoid play() { return 1 }\n')
    run = blackjack_judge("--player", str(source), stdin="1\n")
    assert run.stdout == ""
    assert "expected ‘;’ before ‘}’ token" in run.stderr or "error" in run.stderr
    assert run.stderr.splitlines()[-1] == f"錯誤：{source} 無法編譯"
    assert run.returncode == 2
    assert all(path.is_file() for path in (cache / "cardjudge").iterdir())


def test_no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match=r"找不到 C\+\+ 編譯器（g\+\+ 或 clang\+\+）"):
        compiled(SAMPLE)


def test_the_header_is_where_the_command_says(tmp_path: Path) -> None:
    directory = blackjack_judge("header").stdout.strip()
    assert Path(directory) == CPP
    for compiler_sees in ("Blackjack.h", "stub.cpp"):
        assert (Path(directory) / compiler_sees).is_file()


def test_the_grader_is_written_once(tmp_path: Path) -> None:
    first = blackjack_judge("grader", str(tmp_path))
    assert {Path(line).name for line in first.stdout.splitlines()} == set(grader.FILES)
    (tmp_path / "grader.cpp").write_text("mine")
    again = blackjack_judge("grader", str(tmp_path))
    assert again.returncode == 2
    assert (tmp_path / "grader.cpp").read_text() == "mine"
    assert blackjack_judge("grader", str(tmp_path), "--force").returncode == 0
    assert (tmp_path / "grader.cpp").read_bytes() == (CPP / "grader.cpp").read_bytes()


def test_player_comes_before_a_command() -> None:
    run = blackjack_judge("--player", "bold", "--", "false", stdin="1\n")
    assert run.stdout == "Accepted\n你通過了伊綱的考驗。\n"
