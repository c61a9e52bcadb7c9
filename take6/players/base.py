"""What a player sees and does."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol

from take6.cards import CARDS, HEADS
from take6.game import Game, Position, Rule


class View(NamedTuple):
    """A game as one player sees it. Players are 0 to n - 1, rows 0 to 3."""

    seat: int
    rule: Rule
    rows: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    """The player's own cards that are not played yet, in the order they were dealt."""
    heads: tuple[int, ...]
    """The heads of each player so far."""
    history: tuple[tuple[int, ...], ...]
    """The cards of each round, by player; with those of this round while a row is chosen."""
    positions: tuple[Position, ...]
    """The position as each round began, this one's too."""

    @classmethod
    def of(cls, game: Game, seat: int) -> View:
        """Return what the player at `seat` sees of a game."""
        rows, hand, heads = tuple(game.rows), game.hands[seat], tuple(game.heads)
        history, positions = tuple(game.history), tuple(game.positions)
        return cls(seat, game.rule, rows, hand, heads, history, positions)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.heads)

    @property
    def unseen(self) -> list[int]:
        """The cards that the player has not seen, in ascending order."""
        opening = [card for row in self.positions[0].rows for card in row]
        seen = {*self.hand, *opening, *(card for cards in self.history for card in cards)}
        return [card for card in CARDS if card not in seen]

    @property
    def row_heads(self) -> list[int]:
        """The heads of each row."""
        return [sum([HEADS[card] for card in row]) for row in self.rows]


class Budget(NamedTuple):
    """How long to think over a move: so many play-outs, or milliseconds of the thread's CPU time.

    Only a number of play-outs gives the same game on every machine.
    """

    playouts: int = 0
    milliseconds: int = 0


class Player(Protocol):
    """A strategy. It keeps nothing between two calls: all it needs is in the view.

    `rng` is a stream of its own for every decision, so that a game goes on from any position
    exactly as it would have without a break.
    """

    def pick(self, view: View, rng: Random) -> int:
        """Return a card of the hand."""
        ...

    def choose(self, view: View, card: int, rng: Random) -> int:
        """Return the row to take for a card that is lower than every row."""
        ...
