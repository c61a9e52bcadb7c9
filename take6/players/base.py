"""The interface of a player, and shuffled decks."""

from abc import abstractmethod
from random import Random
from typing import Any

from cardjudge.play import game
from cardjudge.play.game import Advice
from take6.cards import CARDS
from take6.game import Game


class Player(game.Player):
    """A strategy without state between calls, which looks at the table and its own hand alone.

    Each decision has an `rng` of its own, so that a game that is continued from any position is
    the same as without a break.
    """

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[int]:
        decide = self.pick if game.at.undercut is None else self.choose
        return Advice(decide(game.at, seat, rng))

    @abstractmethod
    def pick(self, game: Game, seat: int, rng: Random) -> int:
        """Return a card of the hand."""

    @abstractmethod
    def choose(self, game: Game, seat: int, rng: Random) -> int:
        """Return the row to take for a card that is lower than every row."""


def shuffled(rng: Random) -> list[int]:
    """Return a shuffled deck."""
    return sorted(CARDS, key=lambda _: rng.random())
