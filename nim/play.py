"""A game between a person and the perfect player, move by move. No text, no I/O."""

from __future__ import annotations

from nim.components import Component, Move


class Match:
    """A game in progress: who cannot move loses. Players are 0 and 1; player 0 moves first."""

    def __init__(self, component: Component) -> None:
        self.component = component
        self.player = 0
        """Whose move it is."""

    @property
    def over(self) -> bool:
        """Whether there is no move: then the player whose move it would be has lost."""
        return next(self.component.all_moves(), None) is None

    def legal(self, move: Move) -> bool:
        """Whether a move can be made, in either order of the two heaps it may leave."""
        parts = self.component.parts
        if not 0 <= move.part < len(parts) or parts[move.part] != move.before:
            return False
        return tuple(sorted(move.after)) in self.component.moves(move.before)

    def make(self, move: Move) -> None:
        """Make a move; ValueError if it is not legal."""
        if not self.legal(move):
            raise ValueError(move)
        self.component = self.component.after(move)
        self.player = 1 - self.player


def perfect_move(component: Component) -> Move:
    """Return a winning move, the first there is; else the first move of all, to play on.

    For heaps of Nim that is to take one stone. ValueError where there is no move.
    """
    x = component.grundy
    moves = component.winning_moves(x) if x else component.all_moves()
    for move in moves:
        return move
    raise ValueError("no move")
