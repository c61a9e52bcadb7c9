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

NUMBERS = None, Hint.OFF_BY_ONE, Hint.ORDER
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
    "a round counted, or a comparison": ("3 1 4\n3 2 1\n", put("回合數：1", "回合數：2"),
        "下一回合不能開始", ""),
    "one card, not put face down": ("3 1\n3 2 5\n", lambda data, answer: shown([[1], [2, 5]], [3,
        3], 0), "只剩一張牌，也要蓋", "沒有蓋牌，就停了"),
    "a card against none": (OUT, war(alone=True), "留在檯面", "還打出一張牌"),
    "a round too few": ("2 3 9\n1 4 8\n2\n", war(late=-1), "上限的 2", "停在第 1 回合"),
    "a round too many": ("2 3 9\n1 4 8\n2\n", war(late=1), "上限的 2", "停在第 3 回合"),
    "limit 0 as no limit": ("2 3\n1 1\n0\n", war(unlimited=True), "上限的 0", "停在第 2 回合"),
    "no limit as limit 0": ("2 3\n1 1\n", war(least=0), "玩家 2 沒有牌", "停在第 0 回合"),
    "a limit ignored": ("2 3 4\n1 1 1\n1\n", war(unlimited=True), "上限的 1", "停在第 3 回合"),
    "search despite a limit": (f"{CYCLE}9\n", war(unlimited=True), "就不找循環", "停在第 4 回合"),
    "an unfinished round counted": ("3 4\n3\n", war(counted=True), "沒有打完的回合不算", "也算"),
    "players in turns": ("1 3 9\n2 4 8\n2\n", war(turns=True), "玩家 1 先出牌", "輪流先出牌"),
    "players in turns, or another order": ("2 3\n1 4\n2\n", war(turns=True), "先出牌", ""),
    "cards in reverse, or player 2 first": ("2 3\n1 4\n1\n", put("3 2 1", "3 1 2"), "先出牌", ""),
    "cards in reverse": ("1 3 3 5\n1 4 2 6\n1\n", put("1 1 3 4 3 2", "2 3 4 3 1 1"), "順序",
        "反過來"),
    "an empty hand": (TIE, put("^玩家 1：.*", "玩家 1："), "他最後一次拿牌", ""),
    "the winner's cards in another order": (TIE, put("2 4 2 9", "2 2 4 9"), "打出的順序", ""),
    "the winner's card first": ("1 4 5\n2 3 1\n2\n", put("1 1 2", "1 2 1"), "打出的順序",
        "自己的牌放在前面"),
    "cards as texts": ("10 3\n9 2\n1\n", lambda data, answer: shown([[3], [2, 10, 9]], [], 1),
        "照數值比", "當成文字"),
    "the table given to a player without cards": ("3 1\n3 2\n", lambda data, answer: shown([[], [3,
        3, 1, 2]], [], 0), "留在檯面", "給了一位玩家"),
    "the table given back": (OUT, lambda data, answer: shown([[5, 6, 3, 1], [3, 2]], [], 0),
        "留在檯面", "還給了打出的玩家"),
    "each comparison a round": ("3 1 3 1 4\n3 2 3 2 2\n", put("回合數：1", "回合數：3"), "同一回合",
        "每比一次"),
    "a round too late in a cycle": (CYCLE, put("(.*\n){4}",
        "玩家 1：1 2 2 1\n玩家 2：2 1 1 2\n檯面：\n回合數：2\n"), "第一次出現", "停在第 2 回合"),
    "another result": (TIE, put("玩家 1 獲勝", "平手"), "多的是玩家 1，所以玩家 1 獲勝",
        "結果是平手"),
}  # fmt: skip
NIM = {
    "or": ("3 3 5 6\n", nim(or_), "逐位 XOR", ""),
    "a sum": ("3 3 5 9\n", nim(lambda one, two: one + two), "逐位 XOR", ""),
    "stones taken": ("3 1 2 9\n", nim(taken=True), "剩下的顆數", "拿走的顆數"),
    "stones taken, one apart": ("3 1 2 7\n", nim(taken=True), "剩下的顆數", "拿走的顆數"),
    "heaps from 0": ("3 1 2 9\n", nim(first=0), "由 1 開始編號", "由 0 開始"),
    "no empty heaps": ("3 0 2 9\n", put("第 3 堆", "第 2 堆"), "空的堆也要算", ""),
    "no empty heaps, two of them": ("4 0 0 2 9\n", put("第 4 堆", "第 2 堆"), "也要算", "沒有編號"),
    "more stones": ("3 2 9 3\n", put("^第 2.*",
        "第 1 堆：2 -> 10\n第 2 堆：9 -> 1\n第 3 堆：3 -> 11"), "比原來少", "變多"),
    "the other player": ("3 1 2 9\n", nim(flip=True), "定理 4", "先手必敗"),
}  # fmt: skip

CHANGED = {
    "big2": (of_big2, "big2/illegal-following"),
    "big2 rounds": (of_big2, "big2/full-house"),
    "take6": (of_take6, "take6/two-players"),
    "take6 mad": (of_take6, "take6/ranking-mad-first"),
}
"""The games whose mistakes are changes of an answer, and the case."""


def changed() -> Iterator[tuple[str, Mistake]]:
    table = Path(__file__).with_name("mistakes.txt").read_text("utf-8")
    for row in table.splitlines()[2:]:
        name, old, new, hint, rule, decision = row.split("\t")
        explain, of = CHANGED[name.partition(":")[0]]
        data = (TESTDATA / f"{of}.in").read_text("utf-8")
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
