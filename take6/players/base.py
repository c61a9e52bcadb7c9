"""The view and the interface of a player, and games of computers."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Any, NamedTuple

from cardjudge.play import game
from cardjudge.play.game import Advice
from take6.cards import CARDS, HEADS
from take6.game import Game, Position, Rule


class View(NamedTuple):
    """A game as one player sees it. Players are 0 to n - 1, rows 0 to 3."""

    seat: int
    rule: Rule
    rows: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    """The player's own cards that are not played yet, in the order of the deal."""
    heads: tuple[int, ...]
    """The heads of each player so far."""
    history: tuple[tuple[int, ...], ...]
    """The cards of each round, by player; while a row is chosen, this round's cards, too."""
    positions: tuple[Position, ...]
    """The position at the beginning of each round, including this one."""

    @classmethod
    def of(cls, game: Game, seat: int) -> View:
        """Return the view of the player at `seat`."""
        rows, hand, heads = tuple(game.rows), game.hands[seat], tuple(game.heads)
        history, positions = tuple(game.history), tuple(game.positions)
        return cls(seat, game.rule, rows, hand, heads, history, positions)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.heads)

    @property
    def choosing(self) -> bool:
        """Whether the player must choose a row, because its card is lower than every row."""
        return len(self.history) == len(self.positions)

    @property
    def unseen(self) -> list[int]:
        """The cards that the player has not seen, in ascending order."""
        opening = [card for row in self.positions[0].rows for card in row]
        visible = {*self.hand, *opening, *(card for cards in self.history for card in cards)}
        return [card for card in CARDS if card not in visible]

    @property
    def row_heads(self) -> list[int]:
        """The heads of each row."""
        return [sum([HEADS[card] for card in row]) for row in self.rows]


class Player(game.Player):
    """A strategy without state between calls: each decision depends on the view alone.

    Each decision has an `rng` of its own, so that a game that is continued from any position is
    the same as without a break.
    """

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[int]:
        view = View.of(game.at, seat)
        if game.at.undercut is None:
            return Advice(self.pick(view, rng))
        return Advice(self.choose(view, game.at.undercut[1], rng))

    @abstractmethod
    def pick(self, view: View, rng: Random) -> int:
        """Return a card of the hand."""

    @abstractmethod
    def choose(self, view: View, card: int, rng: Random) -> int:
        """Return the row to take for a card that is lower than every row."""


def shuffled(rng: Random) -> list[int]:
    """Return a shuffled deck."""
    return sorted(CARDS, key=lambda _: rng.random())
