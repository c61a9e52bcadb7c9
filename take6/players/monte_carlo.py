"""Level 4: the card that did best in random games."""

from __future__ import annotations

from random import Random

from take6.game import NORMAL
from take6.players.base import View
from take6.players.budget import Budget
from take6.players.careful import Careful
from take6.players.policy import UNIFORM
from take6.players.search import Option, fixed_odds, search


class MonteCarlo(Careful):
    """Every card is tried in random games over hands sampled for the others, equally often.

    Under the normal rule the card with the fewest heads is played, under the mad-cow rule the one
    with the greatest share of the win. Rows are chosen as level 3 does.

    Source: the MCSAgent of J. Brehmer and M. Gutsche, "Beating 6 nimmt! with reinforcement
    learning" (rl-6-nimmt, 2020).
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def pick(self, view: View, rng: Random) -> int:
        if len(view.hand) == 1:
            return view.hand[0]
        return self._best(view, rng).what

    def _best(self, view: View, rng: Random) -> Option:
        odds = fixed_odds(view, UNIFORM, UNIFORM)
        options = search(view, view.hand, odds, self.budget, rng, halving=False)
        if view.rule == NORMAL:
            return min(options, key=lambda option: option.heads)
        return max(options, key=lambda option: option.share)
