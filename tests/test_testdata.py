"""Every case of testdata/, through a real process, to the byte."""

import subprocess
import sys
from pathlib import Path

import pytest

from judge.cases import Case
from judge.layouts import find
from tests.processes import forked, kit
from tests.tools import tool

ROOT = Path(__file__).parent.parent / "testdata"
FOLDERS = sorted({path.parent for path in ROOT.rglob("*.in")})
QUICK = {"blackjack_judge": ["--player", "bold"]}
"""What wins the same games in a few rounds."""
CASES = [case for folder in FOLDERS for case in find([folder])]


def test_every_file_belongs_to_an_input_that_has_an_answer() -> None:
    answered = {case.input.with_suffix("") for case in CASES if case.answer is not None}
    assert {path.with_suffix("") for path in ROOT.glob("*/**/*.*")} == answered


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.input.relative_to(ROOT)))
def test_the_judge_gives_the_answer_of_every_case(case: Case) -> None:
    *of_the_kit, game, _ = case.input.relative_to(ROOT).parts
    options = [*([] if of_the_kit else QUICK.get(game, [])), *case.arguments]
    said = case.stderr.read_bytes() if case.stderr else b""
    answer = case.expected(), said, case.status
    assert forked().run(game, options, case.input.read_bytes()) == answer


@pytest.mark.slow
@pytest.mark.parametrize("game", ["big2", "nim", "take6", "war"])
def test_another_writing_of_a_game_gives_every_answer(game: str, tmp_path: Path) -> None:
    program = ROOT.parent / game / "problem/submissions/accepted/plain.cpp"
    options = ["-O1", "-std=c++17", "-o", str(tmp_path / "a.out")]
    subprocess.run([tool("g++"), *options, program], check=True)
    for case in find([ROOT / game]):
        data, answer = case.input.read_bytes(), case.expected()
        run = subprocess.run([tmp_path / "a.out"], input=data, capture_output=True, check=True)
        assert run.stdout == answer, case.name


def test_the_command_judges_a_folder_with_expected_errors() -> None:
    run = kit("judge", ROOT / "kit/take6", "--", sys.executable, "-m", "take6")
    count = len(find([ROOT / "kit/take6"]))
    assert run.stdout.splitlines()[-1] == f"{count} 個測試：{count} AC（通過）"
    assert (run.returncode, run.stderr) == (0, "")
