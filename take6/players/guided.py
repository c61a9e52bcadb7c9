"""Level 5: play-outs in which all follow the learned policy."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from take6.game import ROWS
from take6.players.base import View
from take6.players.budget import Budget
from take6.players.policy import LEARNED
from take6.players.search import Option, fixed_odds, search


class Guided:
    """The card, or the row, with the greatest share of the win in games by the learned policy."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def pick(self, view: View, rng: Random) -> int:
        return view.hand[0] if len(view.hand) == 1 else self.weigh(view, view.hand, rng)[0].what

    def choose(self, view: View, card: int, rng: Random) -> int:
        return self.weigh(view, range(ROWS), rng, choosing=True)[0].what

    def weigh(
        self, view: View, options: Sequence[int], rng: Random, choosing: bool = False
    ) -> list[Option]:
        """Return what the search found of cards, or of rows if `choosing`; the best first."""
        return search(
            view, options, self.odds(view, rng), self.budget, rng, halving=True, choosing=choosing
        )

    def odds(self, view: View, rng: Random) -> list[int]:
        """Return which policy each player is thought to follow, for `take6.players.search`."""
        return fixed_odds(view, LEARNED, LEARNED)
