"""The computer players, by level."""

import re
from collections.abc import Callable

from take6.players.base import Budget, Player
from take6.players.simple import Careful, RandomAny, RandomGreedy

__all__ = ["BUDGETS", "LEVELS", "player"]

BUDGETS = {"4": Budget(100), "5": Budget(4000), "6": Budget(4000)}
"""The default budget of a move, for each level that searches."""
_SIMPLE: dict[str, Callable[[], Player]] = {"1": RandomGreedy, "2": RandomAny, "3": Careful}
LEVELS = (*_SIMPLE, *BUDGETS)
"""The levels from the weakest to the strongest."""


def player(level: str) -> Player:
    """Return the player of a level: ``3``, or with a budget ``6:20000`` or ``6:50ms``.

    The budget of a move is a number of play-outs, or milliseconds of CPU time. ValueError for an
    unknown level.
    """
    if level in _SIMPLE:
        return _SIMPLE[level]()
    match = re.fullmatch(r"(\w+)(?::([1-9][0-9]{0,8})(ms)?)?", level, re.ASCII)
    if match is None or match[1] not in BUDGETS:
        raise ValueError(level)
    budget = BUDGETS[match[1]]
    if match[2]:
        budget = Budget(milliseconds=int(match[2])) if match[3] else Budget(int(match[2]))
    # This module loads Numba if it is installed, which takes longer than a game of lower levels.
    from take6.players.search import Guided, MonteCarlo, Reading

    players: dict[str, Callable[[Budget], Player]]
    players = {"4": MonteCarlo, "5": Guided, "6": Reading}
    return players[match[1]](budget)
