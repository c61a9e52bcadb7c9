"""The cases of the assignment: every correct homework passes them, without an option."""

from pathlib import Path

import pytest

from big2.cards import BY_TEXT
from big2.game import PASS, PLAYERS, Game
from big2.text import parse_action, read_action
from cardjudge.decks import read_deck, read_names
from cardjudge.stdio import Lines

ROOT = Path(__file__).parents[2]
CASES = sorted((ROOT / "testdata/big2").glob("*.in"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_case_says_only_what_the_assignment_allows(case: Path) -> None:
    """Indices of cards in the hand, none twice, and -1; plain line ends; nothing after the end."""
    data = case.read_bytes()
    assert data.endswith(b"\n")
    assert b"\r" not in data
    lines = Lines(data.splitlines(keepends=True))
    game = Game(read_deck(lines, BY_TEXT))
    assert all(name.isalnum() for name in read_names(lines, PLAYERS))
    while game.winner is None:
        action = parse_action(read_action(lines))
        if action is not PASS:
            assert len({*action}) == len(action)
            assert {*action} <= {*range(len(game.hand))}
        game.step(action)
    assert list(lines) == []
    words = data.decode().split("\n", 5)[5].split()
    assert all(word == "-1" or (word.isdecimal() and str(int(word)) == word) for word in words)


def test_the_cases_contain_every_pattern_and_message() -> None:
    told = "".join(case.with_suffix(".out").read_text("utf-8") for case in CASES)
    for sentence in (*(f"打出了 {name} " for name in ("單張", "對子", "順子", "葫蘆")), "PASS."):
        assert told.count(sentence) > 5
    assert "你不能在新的回合中喊 PASS" in told
    assert "此牌型不合法，請再嘗試一次。" in told
