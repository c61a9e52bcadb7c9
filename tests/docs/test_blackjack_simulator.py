"""The compiled simulator is the judge, round by round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from blackjack_judge.judge import PlayerOfTheKit, Setting, play
from blackjack_judge.players import PLAYERS
from blackjack_judge.players.base import Player
from blackjack_judge.shoe import DECK
from blackjack_judge.table import BROKE, WON

pytest.importorskip("numba", reason="needs Numba: pip install '.[fast]'")
from docs.research import blackjack_kernel as kernel
from docs.research.blackjack_count import Count
from docs.research.blackjack_simulator import POLICIES, simulate

pytestmark = pytest.mark.slow


GAMES = [
    (range(1, 11), Setting()),
    (range(1, 5), Setting(decks=40, push=True)),
    (range(1, 101), Setting(decks=20, money=1000, goal=1100)),
]
"""Deals and rules; short games come to the last rounds."""


@pytest.mark.parametrize(("seeds", "setting"), GAMES)
@pytest.mark.parametrize("name", POLICIES)
def test_simulator_and_judge_agree_on_every_player(
    name: str, seeds: range, setting: Setting
) -> None:
    games = simulate(name, POLICIES[name], seeds, setting).games
    kind = partial(Count, setting.decks * DECK) if name == "count" else PLAYERS[name]
    for seed, game in zip(seeds, games, strict=True):
        theirs = judged(bytes(kernel.make_shoe(seed, setting.decks)), kind, setting)
        assert (game.outcome, game.rounds) == theirs[:2]
        if game.outcome in (WON, BROKE):
            assert game.money == theirs[2]


def judged(
    shoe: bytes, player: Callable[[int, int], Player], setting: Setting
) -> tuple[str, int, int]:
    """Return the outcome, the rounds and the money at the end of a game before the judge."""
    begun: list[str] = []

    def record(line: str) -> None:
        if line.startswith("< play "):
            begun.append(line)

    conversation = play(shoe, PlayerOfTheKit(player), setting, record)
    assert conversation.verdict is not None
    return conversation.verdict.outcome, len(begun), conversation.table.money
