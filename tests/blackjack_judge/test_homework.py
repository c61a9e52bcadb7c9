"""The cases of the assignment: every correct homework passes them, without an option."""

import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, kit
from tests.tools import tool

FOLDER = ROOT / "testdata/blackjack_judge"
CASES = sorted(FOLDER.glob("*.in"))
ACCEPTED = sorted((ROOT / "blackjack_judge/problem/submissions/accepted").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("program", ACCEPTED, ids=lambda path: path.name)
def test_an_accepted_program_passes_all_cases(program: Path) -> None:
    if program.suffix == ".cpp":
        tool("g++")
    dealer = Path(sys.executable).with_name("blackjack-judge")
    words = [FOLDER, "--", dealer, "--player", program]
    judged = kit("judge", *words, LANG="zh_TW.UTF-8")
    assert judged.returncode == 0, judged.stdout + judged.stderr
    assert f"{len(CASES)} AC" in judged.stdout
