"""Computer players; they find their legal plays through the chain.

Other packages offer players as entry points of the group ``big2.players``; the kit loads one only
when the user names it.
"""

from collections.abc import Callable
from importlib.metadata import entry_points
from random import Random

from big2.patterns.installed import resolve
from big2.players.base import Advice, Strategy, View
from big2.players.simple import Greedy, Smallest, Uniform
from cardjudge.errors import UserError, quote
from cardjudge.language import listed

__all__ = [
    "STRATEGIES",
    "Advice",
    "Strategy",
    "View",
    "make",
    "names",
]

GROUP = "big2.players"
STRATEGIES: dict[str, Callable[[Random], Strategy]] = {
    kind.name: kind for kind in (Uniform, Smallest, Greedy)
}
"""The kit's own strategies; each takes a random generator."""


def names() -> list[str]:
    """Return the names of all strategies; strategies of other packages come last."""
    return [*STRATEGIES, *sorted(entry.name for entry in entry_points(group=GROUP))]


def make(name: str, rng: Random) -> Strategy:
    """Return the strategy of this name; UserError for an unknown name or a faulty package.

    A class of another package is called with a random generator.
    """
    if name in STRATEGIES:
        return STRATEGIES[name](rng)
    for entry in entry_points(group=GROUP, name=name):
        strategy = resolve(entry, rng)
        if not isinstance(strategy, Strategy):
            raise UserError("{name}的套件給的不是電腦：要是 Strategy 的子類別", name=quote(name))
        return strategy
    listing = listed(names())
    raise UserError("沒有{name}這個電腦（有的是：{known}）", name=quote(name), known=listing)
