"""The judge as a whole: it survives any input."""

import random
import subprocess
from pathlib import Path

import pytest

from cardjudge.errors import InputError
from cardjudge.stdio import Lines
from take6.judge import judge
from take6.problem import generate
from tests.processes import ROOT
from tests.tools import tool

DECK = " ".join(map(str, random.Random(6).sample(range(1, 105), 104)))
HEADER = f"2 20\n{DECK}\n".encode()


@pytest.mark.parametrize("row", [b"9" * 5_000_000, b"0 " * 2_000_000])
def test_a_line_of_megabytes_is_rejected(row: bytes) -> None:
    out: list[str] = []
    with pytest.raises(InputError, match="第 4 行：輸入已經結束，缺少下一回合的牌"):
        judge(Lines([*HEADER.splitlines(keepends=True), row]), out.append)
    assert out[-1] == "出牌不合法，請再嘗試一次。\n"


def test_another_writing_of_the_rules_agrees_on_generated_games(tmp_path: Path) -> None:
    """The other is one function in C++, which shares no code with the kit."""
    plain = ROOT / "take6/problem/submissions/accepted/plain.cpp"
    subprocess.run([tool("g++"), "-std=c++17", "-o", tmp_path / "plain", plain], check=True)
    for _, text in generate.tests(7):
        run = subprocess.run([tmp_path / "plain"], input=text.encode(), capture_output=True)
        out: list[str] = []
        assert judge(Lines(text.encode().splitlines(keepends=True)), out.append) == 0
        assert "".join(out).encode() == run.stdout
