"""Level 2: any card, any row."""

from __future__ import annotations

from random import Random

from take6.game import ROWS
from take6.players.base import View


class RandomAny:
    """Any card, any row."""

    def pick(self, view: View, rng: Random) -> int:
        return rng.choice(view.hand)

    def choose(self, view: View, card: int, rng: Random) -> int:
        return rng.randrange(ROWS)
