"""Level 3: no sixth card, and the row with fewest heads."""

from __future__ import annotations

from random import Random

from take6.game import FULL, row_of
from take6.players.base import View


class Careful:
    """The last card, in the order of the deal, that now fits a row that is not full; else the last.

    For a card that is lower than every row, the row with fewest heads.
    """

    def pick(self, view: View, rng: Random) -> int:
        for card in reversed(view.hand):
            row = row_of(view.rows, card)
            if row is not None and len(view.rows[row]) < FULL:
                return card
        return view.hand[-1]

    def choose(self, view: View, card: int, rng: Random) -> int:
        return view.row_heads.index(min(view.row_heads))
