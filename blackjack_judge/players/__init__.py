"""The players of the kit, by their names."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from blackjack_judge.players.base import Player

PLAYERS = {
    "sample": "sample.Sample",
    "basic": "basic.Basic",
    "bold": "basic.Bold",
    "half-bold": "basic.HalfBold",
}
"""The module and class of each player, so that only the one that plays is loaded."""
DEFAULT = "half-bold"


def load(name: str) -> type[Player]:
    """Return the class of the player called `name`, one of `PLAYERS`."""
    module, _, kind = PLAYERS[name].partition(".")
    player: type[Player] = getattr(import_module(f"{__name__}.{module}"), kind)
    return player


def odds(hand: Sequence[int], upcard: int, split: int = 0) -> dict[str, float]:
    """Return the value of each move with these ranks in an infinite shoe, in bets.

    The best play follows the move; `split` is 0, or a hand of a split. With an ace up the values
    hold after insurance has shown that the dealer has no blackjack.
    """
    from blackjack_judge.players.best_play import values

    return values(hand, upcard, split)
