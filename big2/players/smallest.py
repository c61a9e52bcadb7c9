"""`smallest`: the smallest legal play."""

from __future__ import annotations

from big2.players.base import Advice, Strategy, View


class Smallest(Strategy):
    """Plays whenever it can: the fewest cards, of these the lowest."""

    name = "smallest"

    def advise(self, view: View) -> Advice:
        smallest = min(view.legal, key=lambda play: (len(play.cards), play.cards[::-1]), default=None)
        return Advice(smallest)
