"""The players of the kit, by their names."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackjack_judge.players.base import Player

PLAYERS = {
    "sample": "Sample",
    "basic": "Basic",
    "bold": "Bold",
    "half-bold": "HalfBold",
    "count": "Count",
}
"""The class of each player, in the module of its name: only the one that plays is loaded."""
DEFAULT = "count"


def load(name: str) -> type[Player]:
    """Return the class of the player called `name`, one of `PLAYERS`."""
    player: type[Player] = getattr(
        import_module(f"{__name__}.{name.replace('-', '_')}"), PLAYERS[name]
    )
    return player
