"""The players of the kit, by their names."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackjack_judge.players.base import Player

PLAYERS = {
    "sample": "sample.Sample",
    "basic": "basic.Basic",
    "bold": "basic.Bold",
    "half-bold": "basic.HalfBold",
    "count": "count.Count",
}
"""The module and class of each player, so that only the one that plays is loaded."""
DEFAULT = "count"


def load(name: str) -> type[Player]:
    """Return the class of the player called `name`, one of `PLAYERS`."""
    module, _, kind = PLAYERS[name].partition(".")
    player: type[Player] = getattr(import_module(f"{__name__}.{module}"), kind)
    return player
