"""Generated cases: the judge reads every case of `big2 auto` and `big2 deal` to its end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from runpy import run_path
from typing import TYPE_CHECKING

import pytest

from big2 import cases
from big2.cards import BY_TEXT, Card
from big2.game import Game
from big2.patterns import BUILTIN, Chain
from big2.players import make
from big2.players.record import Record
from big2.text import parse_action
from tests.big2 import plain
from tests.big2.plain import judged
from tests.processes import ROOT, kit

if TYPE_CHECKING:
    from big2.game import Action

big2 = partial(kit, "big2")
REFUSED = ("此牌型不合法，請再嘗試一次。", "你不能在新的回合中喊 PASS")


def case(seed: int, illegal: float, players: str = "random greedy smallest random") -> list[str]:
    rng = Random(seed)
    deck = cases.shuffled(rng)
    legal = actions(deck, players.split(), seed=seed + 1)
    return list(cases.case(deck, cases.NAMES, BUILTIN, legal, rng, illegal))


def actions(
    deck: list[Card], players: list[str], chain: Chain = BUILTIN, seed: int = 0
) -> Iterator[Action]:
    """Yield the actions of a game."""
    strategies = [make(name, Random(seed)) for name in players]
    record = Record(deck, chain)
    while record.game.winner is None:
        yield (action := record.choose(strategies[record.game.player]))
        record.step(action)


@pytest.mark.parametrize("illegal", [0.0, 0.1, 0.5])
def test_the_judge_reads_every_case_to_its_end(illegal: float) -> None:
    for seed in range(15):
        lines = case(seed, illegal)
        text = "".join(f"{line}\n" for line in lines)
        out = judged(text)
        assert out == plain.judge(text)
        assert out.splitlines()[-1].startswith("遊戲結束，遊戲的勝利者為 ")
        # Neither too many lines nor too few: without the last there is no winner.
        assert "遊戲結束" not in plain.judge("".join(f"{line}\n" for line in lines[:-1]))


def test_only_the_added_actions_are_refused_and_the_legal_ones_stay() -> None:
    for seed in range(10):
        legal, mixed = case(seed, 0.0), case(seed, 0.3)
        refused = [row for row in judged("\n".join(mixed)).splitlines() if row in REFUSED]
        assert len(refused) == len(mixed) - len(legal)
        rest = iter(mixed)
        assert all(line in rest for line in legal), "the legal actions, in their order"
        assert not any(row in REFUSED for row in judged("\n".join(legal)).splitlines())


def test_every_kind_of_illegal_action_comes_in_the_words_of_the_assignment() -> None:
    kinds = set()
    for seed in range(40):
        rng = Random(seed)
        game = Game(cases.shuffled(rng))
        for _ in range(20):
            (line,) = cases.illegal_line(game, rng)
            kinds.add("pass" if line == "-1" else game.judge([int(w) for w in line.split()]))
            moves = [game.indices(play) or () for play in game.chain.plays(game.hand)]
            legal = [move for move in moves if not isinstance(game.judge(move), str)]
            game.step(rng.choice(legal) if legal else None)
    assert kinds == {"pass", "no pattern", "no opening card", "does not beat top"}


def test_the_share_of_illegal_actions_is_about_the_requested_one() -> None:
    lengths = [(len(case(seed, 0.0)) - 5, len(case(seed, 0.25)) - 5) for seed in range(25)]
    legal, all_ = (sum(column) for column in zip(*lengths, strict=True))
    assert 0.21 < (all_ - legal) / all_ < 0.29


ASSIGNED = {path.stem: path.read_text("utf-8") for path in (ROOT / "testdata/big2").glob("*.in")}


def test_the_assignment_is_not_exceeded_by_indices_of_no_card() -> None:
    made = dict(run_path(str(ROOT / "big2/problem/generate.py"))["tests"](1))
    for name, text in (ASSIGNED | made).items():
        deck, _, _, _, _, *lines = text.splitlines()
        game = Game([*map(BY_TEXT.__getitem__, deck.split())])
        for action in map(parse_action, lines):
            assert action is None or game.judge(action) != "not in hand", name
            game.step(action)
        assert game.winner is not None, name
