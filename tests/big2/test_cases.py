"""Generated cases: the judge reads every case of `big2 auto` and of the problem to its end."""

from functools import cache, partial
from pathlib import Path
from runpy import run_path

import pytest

from big2.cards import BY_TEXT
from big2.game import Game
from big2.text import parse_action
from tests.big2 import plain
from tests.big2.plain import judged
from tests.processes import ROOT, kit

big2 = partial(kit, "big2")
REFUSED = ("此牌型不合法，請再嘗試一次。", "你不能在新的回合中喊 PASS")


@cache
def generated() -> dict[str, str]:
    """Return the tests of the problem by name: ever more actions are illegal."""
    return dict(run_path(str(ROOT / "big2/problem/generate.py"))["tests"](1))


def test_the_judge_reads_every_case_to_its_end() -> None:
    for text in [*generated().values(), big2("auto", "--seed", "3").stdout]:
        out = judged(text)
        assert out == plain.judge(text)
        assert out.splitlines()[-1].startswith("遊戲結束，遊戲的勝利者為 ")
        # Neither too many lines nor too few: without the last there is no winner.
        assert "遊戲結束" not in plain.judge(text[: text.rindex("\n", 0, -1) + 1])


def test_ever_more_actions_are_illegal() -> None:
    refused = [
        sum(row in REFUSED for row in judged(text).splitlines()) for text in generated().values()
    ]
    assert refused[0] == 0 < refused[1]
    assert sum(refused[1:6]) < sum(refused[6:]) / 2


ASSIGNED = {path.stem: path for path in (ROOT / "testdata/big2").glob("*.in")}


@pytest.mark.parametrize("path", ASSIGNED.values(), ids=ASSIGNED)
def test_an_assigned_case_has_no_index_of_no_card(path: Path) -> None:
    _every_index_is_a_card(path.read_text("utf-8"))


def test_the_assignment_is_not_exceeded_and_every_rule_is_broken() -> None:
    kinds = {kind for text in generated().values() for kind in _every_index_is_a_card(text)}
    assert kinds == {"pass", "no pattern", "no opening card", "does not beat top"}


def _every_index_is_a_card(text: str) -> set[str]:
    """Return why actions of a case are refused, which is never for an index of no card."""
    deck, _, _, _, _, *lines = text.splitlines()
    game, kinds = Game([*map(BY_TEXT.__getitem__, deck.split())]), set[str]()
    for action in map(parse_action, lines):
        verdict = ("" if game.top else "pass") if action is None else game.judge(action)
        kinds |= {verdict} if isinstance(verdict, str) and verdict else set()
        assert verdict != "not in hand"
        game.step(action)
    assert game.winner is not None
    return kinds
