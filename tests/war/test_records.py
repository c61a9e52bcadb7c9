"""The judge confirms the longest games of docs/research/war.md."""

import re

import pytest

from cardjudge.stdio import Lines
from tests.processes import ROOT
from war.judge import judge

PAGE = (ROOT / "docs" / "research" / "war.md").read_text("utf-8")
KEPT = re.findall(r"^\| ([a-z ]+) \| (.+) \| ([\d,]+) rounds \|.*`(.+) / (.+)` \|$", PAGE, re.M)


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: f"{kept[0]}, {kept[1]}")
def test_the_judge_confirms_each_record(kept: tuple[str, ...]) -> None:
    what, rule, length, *hands = kept
    lines = Lines([f"{hand}\n".encode() for hand in hands])
    judged: list[str] = []
    judge(lines, judged.append, alternate=rule == "alternating", nb_vals=13)
    told = {
        "game that ends": f"\n回合數：{length}\n結果：玩家",
        "cycle": f"每 {length} 回合重複一次\n",
        "way to a cycle": f"\n循環：從第 {length} 回合起，",
    }
    assert told[what].replace(",", "") in judged[0]


def test_the_records_are_of_all_kinds() -> None:
    kinds = {what for what, *_ in KEPT}
    assert kinds == {"game that ends", "cycle", "way to a cycle"}
    assert sum("alternating" in kept for kept in KEPT) == 1
