"""A second opinion on small positions: the definitions themselves, by plain recursion."""

from collections.abc import Callable, Hashable, Iterable
from functools import cache

Moves = Callable[[Hashable], Iterable[Hashable]]
Heaps = tuple[int, ...]


def wins_by(moves: Moves, misere: bool = False) -> Callable[[Hashable], bool]:
    """Return the function that tells whether the player to move wins a position."""

    @cache
    def wins(position: Hashable) -> bool:
        options = list(moves(position))
        if not options:
            return misere
        return not all(wins(option) for option in options)

    return wins


def grundy_by(moves: Moves) -> Callable[[Hashable], int]:
    """Return the function that tells the Grundy value of a position."""

    @cache
    def grundy(position: Hashable) -> int:
        values = [grundy(option) for option in moves(position)]
        return next(value for value in range(len(values) + 1) if value not in values)

    return grundy


def nim_moves(heaps: Heaps) -> list[tuple[int, int, Heaps]]:
    """Return each move of Nim: the heap from 1, its new size, and all heaps after the move."""
    return [
        (i + 1, left, (*heaps[:i], left, *heaps[i + 1 :]))
        for i, heap in enumerate(heaps)
        for left in range(heap)
    ]
