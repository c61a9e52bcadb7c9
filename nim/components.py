"""Games as the parts of a sum: heaps or one piece, with their moves and their Grundy value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple, Self

from nim.graph import Graph, grundy_values
from nim.heaps import mex, nim_sum
from nim.line import LineGame
from nim.line import grundy_values as line_values
from nim.period import PeriodicValues

Left = tuple[int, ...]
"""What a move leaves of a part: no part, one, or two."""


class Move(NamedTuple):
    """A move: which part, counted from 0, what it was, and what is left of it."""

    part: int
    before: int
    after: Left


@dataclass(frozen=True)
class Component(ABC):
    """One game of a sum. Its parts are numbers: heaps, or the position of a piece."""

    parts: Left

    @abstractmethod
    def value(self, part: int) -> int:
        """Return the Grundy value of a part."""

    @abstractmethod
    def moves(self, part: int) -> Iterable[Left]:
        """Yield what moves may leave of a part."""

    def moves_to(self, part: int, value: int) -> Iterable[Left]:
        """Yield the moves after which what is left of a part has this Grundy value."""
        return (left for left in self.moves(part) if self.value_of(left) == value)

    def value_of(self, parts: Left) -> int:
        """Return the Grundy value of several parts together."""
        return nim_sum(self.value(part) for part in parts)

    @property
    def grundy(self) -> int:
        """The Grundy value of the whole."""
        return self.value_of(self.parts)

    def winning_moves(self, x: int) -> Iterator[Move]:
        """Yield every move that makes a sum whose value is x a sum whose value is 0."""
        for index, part in enumerate(self.parts):
            for left in self.moves_to(part, self.value(part) ^ x):
                yield Move(index, part, left)

    def after(self, move: Move) -> Self:
        """Return the component after a move."""
        parts = (*self.parts[: move.part], *move.after, *self.parts[move.part + 1 :])
        return replace(self, parts=parts)

    def all_moves(self) -> Iterator[Move]:
        """Yield every move."""
        for index, part in enumerate(self.parts):
            for left in self.moves(part):
                yield Move(index, part, left)


@dataclass(frozen=True)
class NimHeaps(Component):
    """Heaps of Nim, of any size."""

    def value(self, part: int) -> int:
        """Return the heap itself."""
        return part

    def moves(self, part: int) -> Iterable[Left]:
        """Yield every lesser heap, the least taken first."""
        return ((left,) for left in range(part - 1, -1, -1))

    def moves_to(self, part: int, value: int) -> Iterable[Left]:
        """Yield the one heap with the value, if it is less."""
        return ((value,),) if value < part else ()


@dataclass(frozen=True)
class ChooseHeaps(Component):
    """Choose Nim before the choice: its parts are the heaps, and a move chooses one of them."""

    def value(self, part: int) -> int:
        """Return the value of a heap once it is chosen."""
        return part

    def moves(self, part: int) -> Iterable[Left]:
        """Yield the one way to choose a heap."""
        return ((part,),)

    @property
    def grundy(self) -> int:
        """The mex of the heaps."""
        return mex(self.parts)

    def winning_moves(self, x: int) -> Iterator[Move]:
        """Yield every choice of a heap as large as the rest of the sum needs it."""
        return (move for move in self.all_moves() if move.before == self.grundy ^ x)


@dataclass(frozen=True)
class LinePiece(Component):
    """The piece of an impartial line game, at its position."""

    game: LineGame
    values: Sequence[int]
    """The Grundy values by the distance from the end."""

    @classmethod
    def on(cls, game: LineGame) -> Self:
        """Put the piece on its start."""
        values = list(islice(line_values(game.first), game.distance + 1))
        return cls((game.start,), game, values)

    def value(self, part: int) -> int:
        """Return the value of the position."""
        return self.values[self.game.end - part]

    def moves(self, part: int) -> Iterable[Left]:
        """Yield the positions a step further."""
        return ((part + s,) for s in sorted(self.game.first) if part + s <= self.game.end)


@dataclass(frozen=True)
class TakingHeaps(Component):
    """Heaps of a taking and breaking game."""

    values: PeriodicValues
    limit: int
    """Up to which heap values are computed; beyond it a period must be proved."""

    def value(self, part: int) -> int:
        """Return the value of a heap; NotProvedError if the limit does not reach it."""
        return self.values.value(part, self.limit)

    def moves(self, part: int) -> Iterable[Left]:
        """Yield what a move may leave of a heap."""
        return self.values.rules.moves(part)


@dataclass(frozen=True)
class GraphToken(Component):
    """A token on a vertex of a graph."""

    graph: Graph
    values: Sequence[int]

    @classmethod
    def on(cls, graph: Graph, vertex: int) -> Self:
        """Put the token on a vertex; `nim.graph.CycleError` where play could go on forever."""
        return cls((vertex,), graph, grundy_values(graph))

    def value(self, part: int) -> int:
        """Return the value of a vertex."""
        return self.values[part]

    def moves(self, part: int) -> Iterable[Left]:
        """Yield the vertices that an edge leads to, ascending."""
        ends = zip(self.graph.tails, self.graph.heads, strict=True)
        return ((head,) for head in sorted({int(head) for tail, head in ends if tail == part}))
