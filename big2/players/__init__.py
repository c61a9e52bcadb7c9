"""Computer players; they find their legal plays through the chain.

Other packages offer players as entry points of the group ``big2.players``; the kit loads one only
when the user names it.
"""

from collections.abc import Callable
from importlib.metadata import entry_points
from random import Random

from big2.patterns.installed import resolve
from big2.players.base import Advice, Strategy, View
from big2.players.montecarlo import Budget, MonteCarlo, is_fast
from big2.players.simple import Greedy, Smallest, Uniform
from cardjudge.errors import UserError, quote
from cardjudge.language import listed

__all__ = [
    "STRATEGIES",
    "Advice",
    "Budget",
    "Strategy",
    "View",
    "is_fast",
    "make",
    "names",
]

GROUP = "big2.players"
STRATEGIES: dict[str, Callable[[Random, Budget], Strategy]] = {
    Uniform.name: lambda rng, budget: Uniform(rng),
    Smallest.name: lambda rng, budget: Smallest(),
    Greedy.name: lambda rng, budget: Greedy(),
    MonteCarlo.name: MonteCarlo,
}
"""The constructor of each strategy; it takes a random generator and a budget for a move."""


def names() -> list[str]:
    """Return the names of all strategies; strategies of other packages come last."""
    return [*STRATEGIES, *sorted(entry.name for entry in entry_points(group=GROUP))]


def make(name: str, rng: Random, budget: Budget = Budget()) -> Strategy:  # noqa: B008  (frozen)
    """Return the strategy of this name; UserError for an unknown name or a faulty package.

    A class of another package is called with a random generator.
    """
    if name in STRATEGIES:
        return STRATEGIES[name](rng, budget)
    for entry in entry_points(group=GROUP, name=name):
        strategy = resolve(entry, rng)
        if not isinstance(strategy, Strategy):
            raise UserError("{name}的套件給的不是電腦：要是 Strategy 的子類別", name=quote(name))
        return strategy
    listing = listed(names())
    raise UserError("沒有{name}這個電腦（有的是：{known}）", name=quote(name), known=listing)
