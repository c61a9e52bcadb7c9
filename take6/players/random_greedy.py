"""Level 1: any card, and the row with most heads."""

from __future__ import annotations

from random import Random

from take6.players.base import View


class RandomGreedy:
    """Any card; for one that is lower than every row, the row with most heads."""

    def pick(self, view: View, rng: Random) -> int:
        return rng.choice(view.hand)

    def choose(self, view: View, card: int, rng: Random) -> int:
        return view.row_heads.index(max(view.row_heads))
