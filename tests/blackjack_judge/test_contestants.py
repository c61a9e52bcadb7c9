"""Contestants in C++ and Python, unchanged from the assignment, through the whole command."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from blackjack_judge.contestants.build import source_of
from blackjack_judge.contestants.program import Program
from blackjack_judge.judge import PlayerOfTheKit, Setting, play
from blackjack_judge.players import PLAYERS
from blackjack_judge.shoe import make_shoe
from cardjudge.programs.compiler import build
from cardjudge.programs.process import Limits
from tests.processes import kit
from tests.tools import needs, tool

pytestmark = needs("g++")
HERE = Path(__file__).parent
SAMPLE = HERE / "sample.cpp"
ALL_HELPERS = HERE / "all_helpers.cpp"
blackjack_judge = partial(kit, "blackjack_judge")
LIMITS = Limits(wall=60.0, cpu=30.0)


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let the tests compile into a cache of their own."""
    directory = tmp_path_factory.mktemp("cache")
    os.environ["XDG_CACHE_HOME"] = str(directory)
    return directory


def transcript(seed: int, contestant: Program | PlayerOfTheKit) -> list[str]:
    lines: list[str] = []
    play(make_shoe(seed, 40), contestant, Setting(decks=40), lines.append)
    return lines


@needs("clang++")
def test_clang_compiles_if_gpp_is_missing(tmp_path: Path) -> None:
    (tmp_path / "clang++").write_text(f'#!/bin/sh\nexec {tool("clang++")} "$@"\n')
    (tmp_path / "clang++").chmod(0o755)
    places = {"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = blackjack_judge("--player", SAMPLE, stdin="4\n", **places)
    assert (done.returncode, done.stderr) == (1, "說明：至少要下注 1 元\n")
    assert done.stdout == "Wrong_answer\n不合法的操作：init_game 0\n"


@pytest.mark.slow
def test_one_program_in_three_forms_makes_the_same_requests() -> None:
    python = [sys.executable, "-m", "blackjack_judge.player", str(HERE / "sample.py")]
    for seed in range(1, 6):
        ours = transcript(seed, PlayerOfTheKit(PLAYERS["sample"]))
        assert transcript(seed, Program(build(source_of(SAMPLE)).command, LIMITS)) == ours
        assert transcript(seed, Program(python, LIMITS)) == ours
        assert {line.split()[1] for line in ours} >= {"play", "init_game", "return", "hit"}


@pytest.mark.slow
def test_a_contestant_may_use_its_standard_streams() -> None:
    run = blackjack_judge("--player", str(ALL_HELPERS), stdin="7\n")
    assert run.stdout.splitlines()[1] in ("你通過了伊綱的考驗。", "資金輸光了。")
    if run.returncode == 1:
        assert "題目不准寫標準輸出" in run.stderr
    assert "| not for the judge" in run.stderr


def test_a_python_contestant_may_print_but_not_catch_its_verdict(tmp_path: Path) -> None:
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
    heading = "程式寫到標準錯誤輸出的最後幾行（題目不准寫標準輸出，寫了的也在這裡）："
    assert run.stderr.splitlines()[1:] == [heading, "| hello "]


def test_the_error_of_a_python_contestant_is_shown(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("def play():\n    1 / 0\n")
    run = blackjack_judge("--player", str(tmp_path / "x.py"), stdin="1\n")
    assert run.stdout == "Wrong_answer\n程式在遊戲結束前就停止了（結束狀態 1）。\n"
    _, _, *trace = run.stderr.splitlines()
    assert [line for line in trace if "File" in line] == [
        f'|   File "{tmp_path}/x.py", line 2, in play'
    ]
    assert trace[-1] == "| ZeroDivisionError: division by zero"
    (tmp_path / "x.py").write_text("def plya(): pass\n")
    run = blackjack_judge("--player", str(tmp_path / "x.py"), stdin="1\n")
    assert run.stderr.endswith("x.py 裡沒有 play()\n")
    told = kit("blackjack_judge", "--player", tmp_path / "x.py", stdin="1\n", LANG="en_US.UTF-8")
    assert told.stderr.endswith("x.py has no play()\n")
    (tmp_path / "x.py").write_text("def play():\n    init_game(3)\n")
    run = blackjack_judge("--player", str(tmp_path / "x.py"), stdin="1\n")
    missing = "x.py 用了 init_game，開頭要寫 from blackjack_judge.player import *\n"
    assert run.stderr.endswith(missing)
    report = kit("judge", "blackjack", tmp_path / "x.py", "--filter", "sample*").stdout
    neutral = "NameError: name 'init_game' is not defined (from blackjack_judge.player import *)"
    assert neutral in report
    assert "stub" not in report


def test_a_program_that_calls_run_is_a_contestant(tmp_path: Path) -> None:
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
    for program in (build(source_of(SAMPLE)).command, python):
        run = run_alone(program, stdin)
        assert run.returncode == 0
        assert run.stdout == ("bet_you_have\n" if stdin else "")
        assert run.stderr == ""


@pytest.mark.slow
def test_the_errors_of_the_compiler_are_shown(tmp_path: Path, cache: Path) -> None:
    source = tmp_path / "x.cpp"
    source.write_text('#include "Blackjack.h"\nvoid play() { return 1 }\n')
    run = blackjack_judge("--player", str(source), stdin="1\n")
    assert run.stdout == ""
    assert "x.cpp:2:" in run.stderr
    assert run.stderr.splitlines()[-1] == f"錯誤：{source} 無法編譯"
    assert run.returncode == 2


def test_a_missing_compiler_is_reported(tmp_path: Path) -> None:
    empty = {"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}  # an empty cache, too
    run = blackjack_judge("--player", str(SAMPLE), stdin="1\n", **empty)
    assert (run.stdout, run.returncode) == ("", 2)
    assert run.stderr == "錯誤：沒有安裝 g++：sudo apt-get install g++\n"


@pytest.mark.slow
@pytest.mark.parametrize("source", [None, SAMPLE, ALL_HELPERS])
def test_the_starter_is_built_by_make_and_plays_as_the_judge_builds_it(
    source: Path | None, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    run = blackjack_judge("starter", str(folder))
    assert [Path(line) for line in run.stdout.splitlines()] == sorted(folder.iterdir())
    text = (folder / "Blackjack.cpp").read_text("utf-8")
    assert text.index("do not modify above") < text.index("play()") < text.index("modify below")
    if source is not None:
        shutil.copy(source, folder / "Blackjack.cpp")
        shutil.copy(HERE / "strategy.h", folder)
    subprocess.run(["make", "CXX=g++ -Werror"], cwd=folder, check=True, capture_output=True)
    programs = [["--player", folder / "Blackjack.cpp"], ["--", folder / "Blackjack"]]
    if source is None:
        blackjack_judge("starter", str(folder / "twin"), "--language", "python")
        programs.append(["--player", folder / "twin/Blackjack.py"])
    for seed in (1, 2):
        judged = {
            (run.stdout, run.returncode)
            for words in programs
            for run in [blackjack_judge(*map(str, words), stdin=f"{seed}\n")]
        }
        ((verdict, status),) = judged
        assert verdict.startswith("Wrong_answer\n" if status else "Accepted\n")


def test_the_starter_writes_into_a_new_folder(tmp_path: Path) -> None:
    (tmp_path / "Blackjack.py").write_text("mine")
    refused = blackjack_judge("starter", str(tmp_path))
    assert refused.returncode == 2
    assert refused.stderr == f"錯誤：{tmp_path} 已經存在，要換一個名字，或先移走\n"
    assert [path.name for path in tmp_path.iterdir()] == ["Blackjack.py"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "int data[3]; void play() { data[0] = 0; init_game(data[0]); }",  # not in C++17
        "#include <optional>\nvoid play() { init_game(*optional<int>(0)); }",  # not in C++14
    ],
)
def test_each_standard_of_cpp_is_tried(tmp_path: Path, code: str) -> None:
    (tmp_path / "x.cpp").write_text(f'#include "Blackjack.h"\n{code}\n')
    run = blackjack_judge("--player", str(tmp_path / "x.cpp"), stdin="1\n")
    assert run.stdout == "Wrong_answer\n不合法的操作：init_game 0\n", run.stderr


def test_the_option_player_overrides_a_command() -> None:
    run = blackjack_judge("--player", "bold", "--", "false", stdin="1\n")
    assert run.stdout == "Accepted\n你通過了伊綱的考驗。\n"


def test_a_program_has_limits() -> None:
    limits = ("--time", "0.01", "--memory", "1024")
    run = blackjack_judge(*limits, "--", "sh", "-c", "while :; do :; done", stdin="1\n")
    assert (run.returncode, run.stderr) == (1, "說明：用掉的 CPU 時間超過 0.01 秒\n")
