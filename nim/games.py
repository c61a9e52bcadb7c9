"""Impartial games as positions that know their options: by definition, and by theory.

`outcome` and `grundy` fold over all positions of a game. They follow the definitions of the lecture
and use none of its theorems; `nim.theorems` tests the theorems on them. `value` is the Grundy value
by the theory of the game, for positions of any size.

>>> game = Heap(2) + Heap(5) + Heap(7) + Heap(9) + Heap(6)
>>> game.value, [f"{before} -> {after}" for _, before, after in game.winning_moves()]
(15, ['9 -> 6'])
>>> grundy(Heap(3) + Heap(5)), outcome(Heap(3) + Heap(3))
(6, 'P')
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple, TypeVar

from nim.graph import Graph
from nim.heaps import mex, nim_sum
from nim.line import Values

Value = TypeVar("Value")
Outcome = Literal["N", "P"]
"""N: the next player, the player to move, wins. P: the previous player wins."""


class Game(ABC):
    """A position of a finite impartial game; equal positions should be equal objects."""

    @abstractmethod
    def options(self) -> Iterable["Game"]:
        """Return the positions after one move; both players have the same moves."""

    @property
    def value(self) -> int:
        """The Grundy value."""
        return grundy(self)

    def leads_to(self, other: "Game") -> bool:
        """Return whether a move leads to a position; a huge game decides it by its rules."""
        return other in self.options()

    def options_to(self, value: int) -> Iterable["Game"]:
        """Yield the options that have a Grundy value."""
        return (option for option in self.options() if option.value == value)

    def __add__(self, other: "Game") -> "Sum":
        """Return the sum: a move in the sum is a move in one of the two games."""
        return Sum(tuple(chain(parts_of(self), parts_of(other))))


class Move(NamedTuple):
    """A move in a sum: the index of the part, and its position before and after the move."""

    part: int
    before: Game
    after: Game


@dataclass(frozen=True)
class Sum(Game):
    """Several games side by side."""

    parts: tuple[Game, ...]

    def options(self) -> Iterable[Game]:
        """Yield the sum after each move in one of the games."""
        return map(self.after, self.moves())

    @property
    def value(self) -> int:
        """The nim-sum of the parts' values (Sprague and Grundy)."""
        return nim_sum(part.value for part in self.parts)

    def moves(self) -> Iterator[Move]:
        """Yield every move."""
        for index, part in enumerate(self.parts):
            yield from (Move(index, part, option) for option in part.options())

    def winning_moves(self, x: int | None = None) -> Iterator[Move]:
        """Yield every move to a sum of value 0; `x` is the value of this sum if known."""
        x = self.value if x is None else x
        if x:
            for index, part in enumerate(self.parts):
                yield from (Move(index, part, o) for o in part.options_to(part.value ^ x))

    def after(self, move: Move) -> "Sum":
        """Return the sum after a move."""
        before, after = self.parts[: move.part], self.parts[move.part + 1 :]
        return Sum((*before, *parts_of(move.after), *after))

    def __str__(self) -> str:
        return " + ".join(map(str, self.parts)) or "0"


def parts_of(game: Game) -> tuple[Game, ...]:
    """Return the parts of a sum, or the game itself."""
    return game.parts if isinstance(game, Sum) else (game,)


ZERO = Sum(())
"""The game without a move."""


@dataclass(frozen=True)
class Heap(Game):
    """A heap of Nim: a move takes one or more of its stones."""

    stones: int

    def __post_init__(self) -> None:
        if self.stones < 0:
            raise ValueError("a heap has no negative number of stones")

    def options(self) -> Iterable[Game]:
        """Yield the smaller heaps, from the fewest stones taken to the most."""
        return map(Heap, range(self.stones - 1, -1, -1))

    @property
    def value(self) -> int:
        """The number of stones (theorem 4)."""
        return self.stones

    def leads_to(self, other: Game) -> bool:
        """Return whether the other position is a heap of fewer stones."""
        return isinstance(other, Heap) and other.stones < self.stones

    def options_to(self, value: int) -> Iterable[Game]:
        """Yield the heap with the value if it is smaller."""
        return (Heap(value),) if value < self.stones else ()

    def __str__(self) -> str:
        return str(self.stones)


@dataclass(frozen=True)
class Choose(Game):
    """Choose Nim: the first move chooses a heap, and the game continues with that heap alone."""

    heaps: tuple[int, ...]

    def options(self) -> Iterable[Game]:
        """Yield the heaps."""
        return map(Heap, self.heaps)

    @property
    def value(self) -> int:
        """The mex of the heaps (theorem 5)."""
        return mex(self.heaps)


@dataclass(frozen=True)
class LinePosition(Game):
    """A piece on an impartial line: a move advances it by one of the steps, never past the end."""

    values: Values
    end: int
    at: int

    def options(self) -> Iterable[Game]:
        """Yield the position after each step."""
        ahead = (self.at + step for step in self.values.steps)
        return (LinePosition(self.values, self.end, at) for at in ahead if at <= self.end)

    @property
    def value(self) -> int:
        """The value of the distance to the end."""
        return self.values[self.end - self.at]

    def __str__(self) -> str:
        return str(self.at)


class Board:
    """A graph with the followers of its vertices, and their Grundy values if known."""

    def __init__(self, graph: Graph, values: Sequence[int] = ()) -> None:
        self.values = values
        self.followers: dict[int, set[int]] = {}
        for tail, head in zip(graph.tails, graph.heads, strict=True):
            self.followers.setdefault(tail, set()).add(head)


@dataclass(frozen=True)
class Token(Game):
    """A token on a vertex of a graph without cycles."""

    board: Board
    vertex: int

    def options(self) -> Iterable[Game]:
        """Yield the token on each follower of its vertex, in ascending order."""
        followers = self.board.followers.get(self.vertex, ())
        return (Token(self.board, head) for head in sorted(followers))

    @property
    def value(self) -> int:
        """The value of the vertex."""
        return self.board.values[self.vertex]

    def __str__(self) -> str:
        return str(self.vertex)


class Tree(Game):
    """A game defined by its options; it equals only itself."""

    def __init__(self, *options: Game) -> None:
        self._options = options

    def options(self) -> Iterable[Game]:
        """Return the options given to the constructor."""
        return self._options

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self._options))}}}"


def fold(game: Game, value: Callable[[Iterable[Value]], Value]) -> Value:
    """Return the value of a game; `value` computes it from the values of the options.

    It computes each position once, after its options, without recursion. ValueError if a position
    can recur, because such a game is infinite.
    """
    values: dict[Game, Value] = {}
    entered: set[Game] = set()
    path = [game]
    while path:
        position = path[-1]
        if position in values:
            path.pop()
        elif position in entered:
            values[position] = value([values[option] for option in position.options()])
        else:
            entered.add(position)
            for option in position.options():
                if option in entered and option not in values:
                    raise ValueError("the game can return to a position")
                path.append(option)
    return values[game]


def outcome(game: Game) -> Outcome:
    """Return N if a move leads to a P-position, else P, by definition."""

    def one(outcomes: Iterable[Outcome]) -> Outcome:
        return "N" if "P" in outcomes else "P"

    return fold(game, one)


def grundy(game: Game) -> int:
    """Return the Grundy value: the mex of the options' Grundy values."""
    return fold(game, mex)


def distinguishing(game: Game, other: Game, tests: Iterable[Game]) -> Game | None:
    """Return a test H such that game + H and other + H have different outcomes, or None.

    Two games are equal if no game H distinguishes them.
    """
    return next((h for h in tests if outcome(game + h) != outcome(other + h)), None)
