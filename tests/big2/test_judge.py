"""The judge as a whole: properties over arbitrary input and over random games."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from big2.cards import DECK
from big2.judge import judge
from cardjudge.errors import InputError
from cardjudge.stdio import Lines
from tests.big2 import plain
from tests.big2.plain import judged, random_game

DECK_LINE = " ".join(map(str, random.Random(1).sample(DECK, 52)))
HEADER = f"{DECK_LINE}\n甲\n乙\n丙\n丁\n".encode()

games = st.integers(0, 2**32).map(lambda seed: random_game(random.Random(seed)))
action_lines = st.one_of(
    st.just("-1"),
    st.lists(st.integers(-2, 14), max_size=6).map(lambda row: " ".join(map(str, row))),
    st.text("0123456789 -１+_x\t\0", max_size=8),
)


@given(st.lists(action_lines, max_size=60))
def test_judge_and_plain_script_agree_on_any_actions(actions: list[str]) -> None:
    text = HEADER.decode() + "".join(f"{action}\n" for action in actions)
    out: list[str] = []
    try:
        judge(Lines(text.encode().splitlines(keepends=True)), out.append)
    except InputError as error:
        assert "缺少下一個動作" in str(error)
    assert "".join(out) == plain.judge(text)


@settings(max_examples=10)
@given(games)
def test_judge_and_plain_script_agree_on_whole_games(text: str) -> None:
    assert judged(text) == plain.judge(text)
    assert judged(text).splitlines()[-1].startswith("遊戲結束，遊戲的勝利者為 ")


@pytest.mark.parametrize("row", [b"9" * 10_000_000, b"0 " * 1_000_000, b"x" * 10_000_000])
def test_a_line_of_megabytes_gets_a_short_answer(row: bytes) -> None:
    out: list[str] = []
    with pytest.raises(InputError, match="第 7 行"):
        judge(Lines([*HEADER.splitlines(keepends=True), row]), out.append)
    assert out[-1].startswith("此牌型不合法")
    with pytest.raises(InputError) as caught:
        judge(Lines([row]), str)
    assert len(str(caught.value)) < 100
