"""Level 6: level 5 that reads its opponents."""

from __future__ import annotations

from random import Random

from take6.players.base import View
from take6.players.guided import Guided
from take6.players.opponents import policy_odds


class Reading(Guided):
    """Like level 5, but what each opponent has played tells which policy it follows."""

    def odds(self, view: View, rng: Random) -> list[int]:
        return policy_odds(view, rng)
