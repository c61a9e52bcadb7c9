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
ACCEPTED = [
    pytest.param(path, marks=[pytest.mark.slow] if path.suffix == ".cpp" else [])
    for game in ("big2", "nim", "take6", "war")
    for path in sorted((ROOT.parent / game / "problem/submissions/accepted").iterdir())
]


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


@pytest.mark.parametrize("program", ACCEPTED, ids=lambda path: "-".join(path.parts[-5::4]))
def test_an_accepted_program_passes_the_folder_of_its_game(program: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(program)]
    if program.suffix == ".cpp":
        command = compiled(program, tmp_path)
    game = program.parts[-5]
    cases = find([ROOT / game])
    assert len(cases) >= 15
    for case in cases:
        data, answer = case.input.read_bytes(), case.expected()
        run = subprocess.run(command, input=data, capture_output=True, cwd=ROOT.parent, check=True)
        assert run.stdout == answer, case.name


def test_the_command_judges_a_folder_with_expected_errors() -> None:
    run = kit("judge", ROOT / "kit/take6", "--", sys.executable, "-m", "take6")
    count = len(find([ROOT / "kit/take6"]))
    assert run.stdout.splitlines()[-1] == f"{count} 個測試：{count} AC（通過）"
    assert (run.returncode, run.stderr) == (0, "")


def compiled(program: Path, folder: Path) -> list[str]:
    command = [str(folder / "a.out")]
    options = ["-O1", "-std=c++17", "-o", *command]
    subprocess.run([tool("g++"), *options, str(program)], check=True)
    return command
