"""Mistakes of students, each with its true cause and rule, written before the judge ran on it.

A mistake is a wrong judge of War or of Nim, or a change of the answer of Big-2 or of Take 6!.
"""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from operator import or_
from pathlib import Path
from typing import NamedTuple

import pytest

from big2.judge import judge as judged_big2
from big2.problem.explain import explain as of_big2
from cardjudge.stdio import Lines
from judge.cases import Case
from judge.causes import Hint
from judge.compare import exact
from judge.explain import difference
from judge.rule import asks
from judge.runner import NOT_RUN, Result
from judge.verdicts import Verdict
from nim.judge import judge as judged_nim
from nim.problem.explain import explain as of_nim
from take6.judge import judge as judged_take6
from take6.problem.explain import explain as of_take6
from tests.explain.mistaken import nim, shown, war
from war.judge import judge as judged_war
from war.problem.explain import explain as of_war

NUMBERS = None, Hint.OFF_BY_ONE, Hint.ORDER, Hint.GOES_ON
DECIDED = "你的程式的判定是："
TESTDATA = Path(__file__).parents[2] / "testdata"


class Mistake(NamedTuple):
    """An input, a wrong output, and what the judge must say of it."""

    explain: Callable[[bytes, bytes, bytes, int, str], str | None]
    data: str
    output: Callable[[str, str], str]
    """The wrong output, from the input and the answer."""
    hint: Hint | None
    rule: str
    """A part of the rule; empty if there must be none."""
    decision: str = ""
    """A part of the program's own decision; empty if there must be none."""


def put(old: str, new: str) -> Callable[[str, str], str]:
    """Return the change of a text of the answer, given as a regular expression."""
    new, _, times = new.partition("*")

    def change(data: str, answer: str) -> str:
        output = re.sub(old, new * int(times or 1), answer, count=1, flags=re.MULTILINE)
        assert output != answer, old
        return output

    return change


def judged(judge: Callable[..., int], data: str) -> str:
    rows: list[str] = []
    judge(Lines(BytesIO(data.encode())), write=rows.append)
    return "".join(rows)


TIE = "3 1 4 9 1\n3 2 2 8 1\n"
OUT = "3 1 5 6\n3 2\n"
CYCLE = "1 2 1 2\n2 1 2 1\n"
WAR = {
    "no card face down": (TIE, war(0), "各蓋一張", "沒有蓋牌"),
    "two cards face down": ("3 1 4 9 1 2\n3 2 2 8 1 1\n", war(2), "各蓋一張", "蓋了兩張"),
    "the table given away": (OUT, war(given_away=True), "留在檯面", "檯面的牌給了"),
    "one card, not put face down": ("3 1\n3 2 5\n", lambda data, answer: shown([[1], [2, 5]], [3,
        3], 0), "只剩一張牌，也要蓋", "沒有蓋牌，就停了"),
    "a round too few": ("2 3 9\n1 4 8\n2\n", war(late=-1), "上限的 2", "停在第 1 回合"),
    "a round too many": ("2 3 9\n1 4 8\n2\n", war(late=1), "上限的 2", "停在第 3 回合"),
    "limit 0 as no limit": ("2 3\n1 1\n0\n", war(unlimited=True), "上限的 0", "停在第 2 回合"),
    "no limit as limit 0": ("2 3\n1 1\n", war(least=0), "玩家 2 沒有牌", "停在第 0 回合"),
    "a limit ignored": ("2 3 4\n1 1 1\n1\n", war(unlimited=True), "上限的 1", "停在第 3 回合"),
    "search despite a limit": (f"{CYCLE}9\n", war(unlimited=True), "就不找循環", "停在第 4 回合"),
    "an unfinished round counted": ("3 4\n3\n", war(counted=True), "沒有打完的回合不算", "也算"),
    "players in turns": ("1 3 9\n2 4 8\n2\n", war(turns=True), "玩家 1 先出牌", "輪流先出牌"),
    "players in turns, or another order": ("2 3\n1 4\n2\n", war(turns=True), "先出牌", ""),
    "cards in reverse": ("2 1 3 1 1\n1 1 4 2 4\n2\n", lambda data, answer: shown([[1, 1, 2], [4, 2,
        1, 4, 3, 1, 1]], [], 2), "順序", "贏的人把牌反過來"),
    "equal cards taken for ever": ("2 1\n2 3\n", lambda data, answer: shown([[2, 1], [2, 3]], [], 0,
        "無限遊戲") + "循環：從第 0 回合起，每 4 回合重複一次\n", "各蓋一張牌", "玩家 1 拿走"),
    "cards from the right": ("4 1 2\n3 5 1\n1\n", lambda data, answer: shown([[1, 2, 4, 1], [3, 5]],
        [], 1), "最左邊", "右邊出牌"),
    "cards from the right and there": ("4 1 2\n3 5 1\n1\n", lambda data, answer: shown([[4, 1, 2,
        1], [3, 5]], [], 1), "最左邊", "也放到右邊"),
    "the table given to a player without cards": ("3 1\n3 2\n", lambda data, answer: shown([[], [3,
        3, 1, 2]], [], 0), "留在檯面", "給了一位玩家"),
}  # fmt: skip
NIM = {
    "or": ("3 3 5 6\n", nim(or_), "逐位 XOR", ""),
    "a sum": ("3 3 5 9\n", nim(lambda one, two: one + two), "逐位 XOR", ""),
    "stones taken": ("3 1 2 9\n", nim(taken=True), "剩下的顆數", "拿走的顆數"),
    "heaps from 0": ("3 1 2 9\n", nim(first=0), "由 1 開始編號", "由 0 開始"),
    "the other player": ("3 1 2 9\n", nim(flip=True), "定理 4", "先手必敗"),
}  # fmt: skip

CHANGED = {
    "war": (of_war, ""),
    "nim": (of_nim, ""),
    "big2": (of_big2, "big2/illegal-following.in"),
    "big2 rounds": (of_big2, "big2/full-house.in"),
    "take6": (of_take6, "take6/two-players.in"),
    "take6 mad": (of_take6, "take6/ranking-mad-first.in"),
    "take6 again": (of_take6, "take6/mad-wrong-cards-and-rows.in"),
}
"""The games whose mistakes are changes of an answer, and the case."""


def changed() -> Iterator[tuple[str, Mistake]]:
    table = Path(__file__).with_name("mistakes.txt").read_text("utf-8")
    for row in table.splitlines()[2:]:
        name, old, new, hint, rule, decision, *inline = row.split("\t")
        explain, of = CHANGED[name.partition(":")[0]]
        data = inline[0].replace("\\n", "\n") if inline else (TESTDATA / of).read_text("utf-8")
        cause = None if hint == "-" else Hint[hint]
        yield name, Mistake(explain, data, put(old, new), cause, rule, decision)


MISTAKES = {
    **{
        f"war: {name}": Mistake(of_war, data, output, None, rule, decision)
        for name, (data, output, rule, decision) in WAR.items()
    },
    **{
        f"nim: {name}": Mistake(of_nim, data, output, None, rule, decision)
        for name, (data, output, rule, decision) in NIM.items()
    },
    **dict(changed()),
}
JUDGES: dict[object, Callable[..., int]] = {
    of_war: judged_war,
    of_nim: judged_nim,
    of_big2: judged_big2,
    of_take6: judged_take6,
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_has_its_cause_and_its_rule(name: str, tmp_path: Path) -> None:
    explain, data, output, hint, rule, decision = MISTAKES[name]
    answer = judged(JUDGES[explain], data)
    came = output(data, answer).encode()
    at = exact(answer.encode(), came).at
    assert at is not None
    found = difference(answer.encode(), came, at)
    assert found.hint in (hint, *NUMBERS)
    result = Result(Case("1", tmp_path), Verdict.WA, NOT_RUN, difference=found)
    said = ""
    if asks(result):
        said = explain(data.encode(), answer.encode(), came, found.expected.line, "zh") or ""
    assert (rule in said) if rule else not said, said
    assert (DECIDED in said) is bool(decision), said
    assert decision in said, said


def test_a_program_without_output_learns_why_the_game_ends() -> None:
    said = of_war(CYCLE.encode(), judged(judged_war, CYCLE).encode(), b"", 1, "zh")
    assert said is not None
    assert "第 4 回合之後的局面後來又出現了" in said
    assert of_nim(b"1\n1\n", b"X = 1\n", b"", 1, "zh") is None
