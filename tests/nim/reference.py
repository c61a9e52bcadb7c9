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


def octal_moves(code: str) -> Callable[[int], list[Heaps]]:
    """Return the function that tells all a heap may become, read from the digits of the code."""

    def moves(heap: int) -> list[Heaps]:
        left: list[Heaps] = []
        for taken, digit in enumerate(code.replace(".", "")):
            rest = heap - taken
            if rest == 0 and int(digit) in (1, 3, 5, 7):
                left.append(())
            if rest > 0 and int(digit) in (2, 3, 6, 7) and taken > 0:
                left.append((rest,))
            if rest > 1 and int(digit) >= 4:
                left += [(a, rest - a) for a in range(1, rest) if a <= rest - a]
        return left

    return moves


def taking_values(moves: Callable[[int], list[Heaps]], last: int) -> list[int]:
    """Return the values of heaps 0 … last by the definition."""
    values: list[int] = []
    for heap in range(last + 1):
        reached = set()
        for left in moves(heap):
            total = 0
            for part in left:
                total ^= values[part]
            reached.add(total)
        values.append(next(value for value in range(len(reached) + 1) if value not in reached))
    return values
