"""Computer players. They find their legal plays through the chain.

Those of other packages are found through the entry points of the group ``big2.players``, and
named only when they are asked for by name; a program in any language is a `Program`.
"""

from collections.abc import Callable
from importlib.metadata import entry_points
from random import Random

from big2.patterns.installed import named
from big2.players.base import Advice, Strategy, View
from big2.players.montecarlo import Budget, MonteCarlo, is_fast
from big2.players.simple import Greedy, Smallest, Uniform
from cardjudge.errors import UserError, quote
from cardjudge.language import listed
from cardjudge.play.levels import EASY, HARD, NORMAL

__all__ = [
    "LEVELS",
    "STRATEGIES",
    "Advice",
    "Budget",
    "Strategy",
    "View",
    "is_fast",
    "known",
    "make",
]

GROUP = "big2.players"
STRATEGIES: dict[str, Callable[[Random, Budget], Strategy]] = {
    Uniform.name: lambda rng, budget: Uniform(rng),
    Smallest.name: lambda rng, budget: Smallest(),
    Greedy.name: lambda rng, budget: Greedy(),
    MonteCarlo.name: MonteCarlo,
}
"""How each strategy is made from a source of chance and a budget for a move."""
LEVELS = {EASY: Smallest.name, NORMAL: Greedy.name, HARD: MonteCarlo.name}
"""The strategies of the levels that a person plays against."""


def known() -> list[str]:
    """Return the names of all strategies, those of other packages last."""
    return [*STRATEGIES, *sorted(entry.name for entry in entry_points(group=GROUP))]


def make(name: str, rng: Random, budget: Budget = Budget()) -> Strategy:  # noqa: B008  (frozen)
    """Return the strategy of this name; UserError if there is none, or its package is wrong.

    A class of another package is called with a source of chance.
    """
    if name in STRATEGIES:
        return STRATEGIES[name](rng, budget)
    for entry in entry_points(group=GROUP, name=name):
        strategy = named(entry, rng)
        if not isinstance(strategy, Strategy):
            raise UserError("{name}的套件給的不是電腦：要是 Strategy 的子類別", name=quote(name))
        return strategy
    listing = listed(known())
    raise UserError("沒有{name}這個電腦（有的是：{known}）", name=quote(name), known=listing)
