"""The beginning of a case, and actions that the judge refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from big2.cards import DECK
from big2.text import written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from big2.cards import Card
    from big2.game import Action, Game

NAMES = ("水球", "火球", "保齡球", "地瓜球")


def shuffled(rng: Random) -> list[Card]:
    """Return a deck in random order, from the bottom to the top."""
    return rng.sample(DECK, len(DECK))


def header(deck: Sequence[Card], names: Sequence[str]) -> list[str]:
    """Return the lines of the deck and the names."""
    return [written(deck), *names]


def refused(game: Game) -> list[Action]:
    """Return actions that the rules refuse now: a pass, and plays or, without any, a card."""
    plays = [game.indices(play) for play in game.chain.plays(game.hand)]
    wrong = [play for play in plays if not is_legal(game, play)] or [[0]]
    return wrong if game.top else [None, *wrong]


def is_legal(game: Game, action: Action) -> bool:
    """Return whether the rules accept an action."""
    return game.top is not None if action is None else not isinstance(game.judge(action), str)
