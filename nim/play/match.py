"""A game between a person and the perfect player, move by move. No text, no I/O."""

from itertools import chain

from nim.games import Move, Sum, parts_of
from nim.misere import Misere


class Match:
    """A game in progress: a player without a move loses, or wins in misère play.

    Players are 0 and 1; player 0 moves first.
    """

    def __init__(self, game: Sum, misere: bool = False) -> None:
        self.game = game
        self.misere = misere
        self.player = 0
        """The player to move."""

    @property
    def over(self) -> bool:
        """Whether the player to move has no move."""
        return next(self.game.moves(), None) is None

    @property
    def winner(self) -> int:
        """The winner of a finished game."""
        return self.player if self.misere else 1 - self.player

    @property
    def wins(self) -> bool:
        """Whether the player to move can win."""
        if self.misere:
            return self.over or next(Misere(self.game).winning_moves(), None) is not None
        return self.game.value != 0

    def legal(self, move: Move) -> bool:
        """Whether a move is legal; the order of the two heaps after a split does not matter."""
        wanted = sorted(map(str, parts_of(move.after)))
        options = move.before.options()
        return any(sorted(map(str, parts_of(option))) == wanted for option in options)

    def make(self, move: Move) -> None:
        """Make a legal move."""
        self.game = self.game.after(move)
        self.player = 1 - self.player

    def perfect_move(self) -> Move:
        """Return the first winning move, or else the first legal move.

        In a lost position of Nim this takes one stone.
        """
        winning = Misere(self.game).winning_moves() if self.misere else self.game.winning_moves()
        return next(chain(winning, self.game.moves()))
