"""Every case of testdata/, through a real process, to the byte, judged as ``judge`` does."""

import subprocess
import sys
from pathlib import Path

import pytest

from judge.cases import Case, find
from judge.compare import Verdict
from judge.runner import Runner
from judge.text import MEANING, explanation

ROOT = Path(__file__).parent.parent / "testdata"
FOLDERS = sorted({path.parent for path in ROOT.rglob("*.in")})
QUICK = {"blackjack_judge": ["--player", "bold"]}
"""What wins the same games in a few rounds."""
CASES = [case for folder in FOLDERS for case in find([folder])]


def test_every_file_belongs_to_an_input_that_has_an_answer() -> None:
    answered = {case.input.with_suffix("") for case in CASES if case.answer is not None}
    assert {path.with_suffix("") for path in ROOT.glob("*/**/*.*")} == answered


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.input.relative_to(ROOT)))
def test_case(case: Case) -> None:
    game, *kit, _ = case.input.relative_to(ROOT).parts
    result = Runner([sys.executable, "-m", game, *([] if kit else QUICK.get(game, []))])(case)
    told = [MEANING[result.verdict], *explanation(result)]
    assert result.verdict is Verdict.AC, "\n".join(told)
    assert case.stderr is not None or result.ended.stderr == b""


def test_the_command_judges_a_folder_with_errors_in_it_too() -> None:
    kit = [sys.executable, "-m"]
    command = [*kit, "judge", str(ROOT / "big2/kit"), "--", *kit, "big2"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    count = len(find([ROOT / "big2/kit"]))
    assert run.stdout.splitlines()[-1] == f"{count} 個測試：{count} AC（通過）"
    assert (run.returncode, run.stderr) == (0, "")
