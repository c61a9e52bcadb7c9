"""Players that look only at their own hand."""

from random import Random
from typing import Any

from big2.patterns import Play
from big2.players.plan import lead
from big2.players.worlds import Seat
from cardjudge.play.game import Advice, Player


class Smallest(Player):
    """Plays whenever it can: the play of the fewest cards, then the lowest."""

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[Play | None]:
        plays = game.legal()
        return Advice(min(plays, key=lambda p: (len(p.cards), p.cards[::-1]), default=None))


class Greedy(Player):
    """Divides the hand into few strong plays, makes the low plays first, and saves the twos."""

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[Play | None]:
        own, fewest = Seat.of(game.at.chain, game.at.hand), game.at.fewest
        if game.at.top is not None:
            return Advice(own.act(game.at.top, fewest))
        legal = game.legal()
        return Advice(lead([play for play in own.plan if play in legal] or legal, fewest))
