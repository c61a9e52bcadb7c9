"""The computer players, by level."""

from take6.players.base import Player
from take6.players.simple import Careful, RandomAny, RandomGreedy

__all__ = ["LEVELS", "player"]

LEVELS: dict[str, type[Player]] = {"1": RandomGreedy, "2": RandomAny, "3": Careful}
"""The levels of the assignment from the weakest to the strongest."""


def player(level: str) -> Player:
    """Return the player of a level; ValueError for an unknown level."""
    if level not in LEVELS:
        raise ValueError(level)
    return LEVELS[level]()
