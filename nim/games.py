"""Impartial games as the lecture defines them: positions that know their options.

The outcome and the Grundy value of a game are folds over all that it may become. The theorems of
the lecture are not built in here; `nim.theorems` tests them on these definitions.

>>> grundy(Heap(3) + Heap(5)), outcome(Heap(3) + Heap(3))
(6, 'P')
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeVar

from nim.graph import Graph
from nim.heaps import mex
from nim.line import LineGame
from nim.taking import Rules

Value = TypeVar("Value")
Outcome = Literal["N", "P"]
"""N: the next player wins, who is to move. P: the previous player does."""


class Game(ABC):
    """A position of a finite impartial game; equal positions should be equal objects."""

    @abstractmethod
    def options(self) -> Iterable[Game]:
        """Return the positions that one move leads to; the same for both players."""

    def __add__(self, other: Game) -> Game:
        """Return the sum: a move is a move in one of the two games."""
        return Sum(tuple(chain(_parts(self), _parts(other))))


@dataclass(frozen=True)
class Sum(Game):
    """Several games side by side."""

    parts: tuple[Game, ...]

    def options(self) -> Iterable[Game]:
        """Yield the sums in which one of the games has been moved in."""
        for i, part in enumerate(self.parts):
            for option in part.options():
                yield Sum((*self.parts[:i], option, *self.parts[i + 1 :]))


def _parts(game: Game) -> tuple[Game, ...]:
    return game.parts if isinstance(game, Sum) else (game,)


ZERO = Sum(())
"""The game without a move."""


@dataclass(frozen=True)
class Heap(Game):
    """A heap of Nim: any number of its stones may be taken, but at least one."""

    stones: int

    def options(self) -> Iterable[Game]:
        """Yield the lesser heaps."""
        return map(Heap, range(self.stones))


@dataclass(frozen=True)
class Choose(Game):
    """Choose Nim: a heap is chosen, and from then on the game is that heap."""

    heaps: tuple[int, ...]

    def options(self) -> Iterable[Game]:
        """Yield the heaps."""
        return map(Heap, self.heaps)


@dataclass(frozen=True)
class LinePosition(Game):
    """A piece on the line of an impartial line game."""

    game: LineGame
    at: int

    def options(self) -> Iterable[Game]:
        """Yield the positions a step further, none of them past the end."""
        for step in sorted(self.game.first):
            if self.at + step <= self.game.end:
                yield LinePosition(self.game, self.at + step)


@dataclass(frozen=True)
class TakingHeap(Game):
    """A heap of a taking and breaking game."""

    rules: Rules
    stones: int

    def options(self) -> Iterable[Game]:
        """Yield the sums of what a move may leave."""
        for left in self.rules.moves(self.stones):
            yield Sum(tuple(TakingHeap(self.rules, heap) for heap in left))


class Token(Game):
    """A token on a vertex of a graph without cycles; the graph itself knows what follows."""

    def __init__(self, followers: dict[int, list[int]], vertex: int) -> None:
        self._followers = followers
        self.vertex = vertex

    @classmethod
    def on(cls, graph: Graph, vertex: int) -> Token:
        """Put a token on a vertex."""
        followers: dict[int, list[int]] = {}
        for tail, head in zip(graph.tails, graph.heads, strict=True):
            followers.setdefault(tail, []).append(head)
        return cls(followers, vertex)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Token)
            and other._followers is self._followers
            and other.vertex == self.vertex
        )

    def __hash__(self) -> int:
        return self.vertex

    def options(self) -> Iterable[Game]:
        """Yield the token on each vertex that an edge leads to."""
        for vertex in self._followers.get(self.vertex, ()):
            yield Token(self._followers, vertex)


class Tree(Game):
    """A game given by its options; each such game equals only itself."""

    def __init__(self, *options: Game) -> None:
        self._options = options

    def options(self) -> Iterable[Game]:
        """Return the options it was made of."""
        return self._options

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self._options))}}}"


def fold(game: Game, value: Callable[[Iterable[Value]], Value]) -> Value:
    """Return the value of a game, where `value` makes it from the values of the options.

    Each position is valued once, after its options, with no recursion. ValueError for a game that
    can return to a position, for that is not finite.
    """
    known: dict[Game, Value] = {}
    entered: set[Game] = set()
    path = [game]
    while path:
        position = path[-1]
        if position in known:
            path.pop()
        elif position in entered:
            known[position] = value([known[option] for option in position.options()])
            path.pop()
        else:
            entered.add(position)
            for option in position.options():
                if option in entered and option not in known:
                    raise ValueError("the game can return to a position")
                path.append(option)
    return known[game]


def outcome(game: Game) -> Outcome:
    """Return N if a move leads to a P-position, else P, by the definition alone."""
    return fold(game, _outcome)


def _outcome(outcomes: Iterable[Outcome]) -> Outcome:
    return "N" if "P" in outcomes else "P"


def grundy(game: Game) -> int:
    """Return the Grundy value: the mex of those of the options."""
    return fold(game, mex)


def distinguishing(game: Game, other: Game, tests: Iterable[Game]) -> Game | None:
    """Return one of the tests, H, for which game + H and other + H differ in outcome, or None.

    Games are equal if there is no such H at all.
    """
    return next((h for h in tests if outcome(game + h) != outcome(other + h)), None)
