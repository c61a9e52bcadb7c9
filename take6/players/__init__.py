"""The computer players, by level."""

from take6.players.base import Player
from take6.players.simple import Careful, RandomAny, RandomGreedy

LEVELS: dict[str, type[Player]] = {"1": RandomGreedy, "2": RandomAny, "3": Careful}
"""The levels of the assignment from the weakest to the strongest."""
