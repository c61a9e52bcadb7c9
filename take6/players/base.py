"""What a player sees and does."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol

from take6.cards import CARDS
from take6.game import Game, Rule


class View(NamedTuple):
    """A game as one player sees it. Players are 0 to n - 1, rows 0 to 3."""

    seat: int
    rule: Rule
    rows: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    """The player's own cards that are not played yet, in the order they were dealt."""
    heads: tuple[int, ...]
    """The heads of each player so far."""
    opening: tuple[int, ...]
    """The four cards that headed the rows at first."""
    history: tuple[tuple[int, ...], ...]
    """The cards of each round, by player; with those of this round while a row is chosen."""

    @property
    def unseen(self) -> list[int]:
        """The cards that the player has not seen, in ascending order."""
        seen = {*self.hand, *self.opening, *(card for cards in self.history for card in cards)}
        return [card for card in CARDS if card not in seen]


def view(game: Game, seat: int) -> View:
    """Return what the player at `seat` sees."""
    dealt = game.players * 10
    return View(
        seat,
        game.rule,
        tuple(game.rows),
        game.hands[seat],
        tuple(game.heads),
        game.deck[dealt : dealt + 4],
        tuple(game.history),
    )


class Player(Protocol):
    """A strategy. It may keep nothing between two calls: all it needs is in the view.

    `rng` is a stream of its own for every decision, so that a game goes on from any position
    exactly as it would have without a break.
    """

    def pick(self, view: View, rng: Random) -> int:
        """Return a card of the hand."""
        ...

    def choose(self, view: View, card: int, rng: Random) -> int:
        """Return the row to take for a card that is lower than every row."""
        ...
