"""A game between a person and the perfect player, move by move. No text, no I/O."""

from itertools import chain

from nim.games import Move, Sum, parts_of
from nim.misere import Misere


class Match:
    """A game in progress: who cannot move loses, or wins in misère play.

    Players are 0 and 1; player 0 moves first.
    """

    def __init__(self, game: Sum, misere: bool = False) -> None:
        self.game = game
        self.misere = misere
        self.player = 0
        """Whose move it is."""

    @property
    def over(self) -> bool:
        """Whether there is no move."""
        return next(self.game.moves(), None) is None

    @property
    def winner(self) -> int:
        """Who has won a game that is over."""
        return self.player if self.misere else 1 - self.player

    @property
    def wins(self) -> bool:
        """Whether the player whose move it is can win."""
        if self.misere:
            return self.over or next(Misere(self.game).winning_moves(), None) is not None
        return self.game.value != 0

    def legal(self, move: Move) -> bool:
        """Whether the rules have such a move, in either order of the two heaps it may leave."""
        wanted = sorted(map(str, parts_of(move.after)))
        options = move.before.options()
        return any(sorted(map(str, parts_of(option))) == wanted for option in options)

    def make(self, move: Move) -> None:
        """Make a legal move."""
        self.game = self.game.after(move)
        self.player = 1 - self.player

    def perfect_move(self) -> Move:
        """Return a winning move, the first there is; else the first move of all, to play on.

        For heaps of Nim that is to take one stone.
        """
        winning = Misere(self.game).winning_moves() if self.misere else self.game.winning_moves()
        return next(chain(winning, self.game.moves()))
