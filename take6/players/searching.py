"""Levels 4 to 6: what did best in play-outs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from take6.game import NORMAL, ROWS
from take6.players.base import Budget, View
from take6.players.beliefs import Beliefs, believed, fixed
from take6.players.policy import LEARNED, UNIFORM
from take6.players.search import Option, search
from take6.players.simple import Careful


class MonteCarlo(Careful):
    """Level 4. Every card is tried in random games over hands sampled for the others.

    The card with the fewest heads is played. By the mad-cow rule it is the one with the greatest
    share of the win, in five times as many games by the learned policy: a share says less of a game
    than its heads do, and who plays at random does not want heads. Rows are chosen as level 3 does.

    Source: the MCSAgent of J. Brehmer and M. Gutsche, "Beating 6 nimmt! with reinforcement
    learning" (rl-6-nimmt, 2020).
    """

    _MORE = 5

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def pick(self, view: View, rng: Random) -> int:
        if len(view.hand) == 1:
            return view.hand[0]
        normal = view.rule == NORMAL
        policy = UNIFORM if normal else LEARNED
        playouts, milliseconds = self.budget
        budget = self.budget if normal else Budget(self._MORE * playouts, milliseconds)
        options = search(view, view.hand, fixed(view, policy, policy), budget, rng, halving=False)
        if normal:
            return min(options, key=lambda option: option.heads).what
        return max(options, key=lambda option: option.share).what


class Guided:
    """Level 5. The greatest share of the win in play-outs by the learned policy."""

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
        beliefs = self.beliefs(view)
        return search(view, options, beliefs, self.budget, rng, halving=True, choosing=choosing)

    def beliefs(self, view: View) -> Beliefs:
        """Return what is believed of the others."""
        return fixed(view, LEARNED, LEARNED)


class Reading(Guided):
    """Level 6. Like level 5, but what the others played tells how they play and what they hold."""

    def beliefs(self, view: View) -> Beliefs:
        return believed(view)
