"""`smallest`: the smallest legal play."""

from __future__ import annotations

from big2.patterns import Cards, Play
from big2.players.base import Advice, Strategy, View


class Smallest(Strategy):
    """Plays whenever it can: the fewest cards, of these the lowest."""

    name = "smallest"

    def advise(self, view: View) -> Advice:
        return Advice(min(view.legal, key=_size, default=None))


def _size(play: Play) -> tuple[int, Cards]:
    return len(play.cards), play.cards[::-1]
