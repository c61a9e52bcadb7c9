"""A game between a person and the perfect player, move by move. No text, no I/O."""

from collections.abc import Iterator
from itertools import chain

from cardjudge.errors import UserError
from nim.games import Heap, LinePosition, Move, Sum, parts_of
from nim.heaps import Nim
from nim.line import LineGame, first_player_wins


class Match:
    """A game in progress: a player without a move loses, or wins in misère play.

    Players are 0 and 1; player 0 moves first. Only Nim and a line have misère play.
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
        if not self.misere:
            return self.game.value != 0
        position = _in_misere_play(self.game)
        if isinstance(position, Nim):
            return position.first_player_wins
        return first_player_wins(position, misere=True)

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
        return next(chain(self._winning_moves(), self.game.moves()))

    def _winning_moves(self) -> Iterator[Move]:
        if not self.misere:
            return self.game.winning_moves()
        position = _in_misere_play(self.game)
        if isinstance(position, Nim):
            won = position.winning_moves()
            return (Move(heap - 1, Heap(before), Heap(after)) for heap, before, after in won)
        moves = self.game.moves()
        return (move for move in moves if not Match(self.game.after(move), misere=True).wins)


def _in_misere_play(game: Sum) -> Nim | LineGame:
    match game.parts:
        case [LinePosition() as piece]:
            steps = piece.game.rules.to_one
            return LineGame(piece.end, piece.at, steps, steps)
    heaps = [part.stones for part in game.parts if isinstance(part, Heap)]
    if len(heaps) < len(game.parts):
        raise UserError("匱乏賽局只有 nim 與 line")
    return Nim(heaps, misere=True)
