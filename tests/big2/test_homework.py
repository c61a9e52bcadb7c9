"""The cases of the assignment: every correct homework passes them, without an option."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from big2.game import PASS, Game
from big2.text import read_action, read_deck, read_names
from cardjudge.stdio import Lines

ROOT = Path(__file__).parents[2]
CASES = sorted((ROOT / "testdata/big2").glob("*.in"))
ACCEPTED = sorted((ROOT / "big2/problem/submissions/accepted").iterdir())
RUNS_EVERYWHERE = {".py", ".cpp"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_case_says_only_what_the_assignment_allows(case: Path) -> None:
    """Indices of cards in the hand, none twice, and -1; plain line ends; nothing after the end."""
    data = case.read_bytes()
    assert data.endswith(b"\n")
    assert b"\r" not in data
    lines = Lines(data.splitlines(keepends=True))
    game = Game(read_deck(lines))
    assert all(name.isalnum() for name in read_names(lines))
    while game.winner is None:
        action = read_action(lines)
        if action is not PASS:
            assert len({*action}) == len(action)
            assert {*action} <= {*range(len(game.hand))}
        game.step(action)
    assert list(lines) == []
    words = data.decode().split("\n", 5)[5].split()
    assert all(word == "-1" or (word.isdecimal() and str(int(word)) == word) for word in words)


def test_there_are_enough_and_all_patterns_are_in_them() -> None:
    assert len(CASES) >= 15
    told = "".join(case.with_suffix(".out").read_text("utf-8") for case in CASES)
    for sentence in (*(f"打出了 {name} " for name in ("單張", "對子", "順子", "葫蘆")), "PASS."):
        assert told.count(sentence) > 5
    assert "你不能在新的回合中喊 PASS" in told
    assert "此牌型不合法，請再嘗試一次。" in told


def command_of(program: Path, folder: Path) -> list[str]:
    if program.suffix == ".py":
        return [sys.executable, str(program)]
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("needs g++: apt-get install g++")
    subprocess.run([compiler, "-O1", "-std=c++17", "-o", folder / "a.out", program], check=True)
    return [str(folder / "a.out")]


@pytest.mark.parametrize("program", ACCEPTED, ids=lambda program: program.name)
def test_an_accepted_program_passes_them_all(program: Path, tmp_path: Path) -> None:
    assert program.suffix in RUNS_EVERYWHERE
    command = command_of(program, tmp_path)
    for case in CASES:
        with case.open("rb") as file:
            run = subprocess.run(command, stdin=file, capture_output=True, cwd=ROOT, check=True)
        assert run.stdout == case.with_suffix(".out").read_bytes(), case.name
