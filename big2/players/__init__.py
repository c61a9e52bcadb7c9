"""Computer players, one strategy a file. They find their legal plays through the chain."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from big2.players.base import Advice, Strategy, View
from big2.players.greedy import Greedy
from big2.players.montecarlo import Budget, MonteCarlo, is_fast
from big2.players.random import Uniform
from big2.players.smallest import Smallest

__all__ = [
    "STRATEGIES",
    "Advice",
    "Budget",
    "MonteCarlo",
    "Strategy",
    "View",
    "is_fast",
    "make",
]

STRATEGIES: dict[str, Callable[[Random, Budget], Strategy]] = {
    Uniform.name: lambda rng, budget: Uniform(rng),
    Smallest.name: lambda rng, budget: Smallest(),
    Greedy.name: lambda rng, budget: Greedy(),
    MonteCarlo.name: MonteCarlo,
}
"""How each strategy is made from a source of chance and a budget for a move."""


FREE = Budget()
"""As long as each strategy thinks unless told otherwise."""


def make(name: str, rng: Random, budget: Budget = FREE) -> Strategy:
    """Return the strategy of this name; KeyError if there is none."""
    return STRATEGIES[name](rng, budget)
