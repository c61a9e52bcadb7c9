"""A series of games: what it is keyed by, its chunks, and what is counted of them."""

from typing import NamedTuple

from war.battle import RIFFLES

MOST_VALUES = 255
"""How many values a deck may have: the compiled games keep a card in a byte."""


class Series(NamedTuple):
    """All that the games of a series depend on, besides their numbers."""

    nb_vals: int
    seed: int = 0
    riffles: int = RIFFLES
    alternate: bool = False


class Chunk(NamedTuple):
    """Consecutive games of a series."""

    series: Series
    first: int
    games: int


class Tally(NamedTuple):
    """How many games had each result, and the rounds of those that ended and their squares."""

    draws: int = 0
    wins1: int = 0
    wins2: int = 0
    infinite: int = 0
    rounds: int = 0
    squares: int = 0

    @property
    def finite(self) -> int:
        """How many games ended."""
        return self.draws + self.wins1 + self.wins2

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.finite + self.infinite

    def is_possible(self) -> bool:
        """Tell whether these can be counts: a game that ends has some rounds, or none if dealt so.

        By Cauchy and Schwarz the squares of so many rounds in so many games have a least sum.
        """
        if not all(type(number) is int and number >= 0 for number in self):
            return False
        return self.rounds <= self.squares and self.rounds**2 <= self.squares * self.finite

    def plus(self, other: "Tally") -> "Tally":
        """Count two disjoint sets of games together."""
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))


def chunks(series: Series, first: int, games: int, size: int) -> list[Chunk]:
    """Cut games `first` to `games` - 1 into chunks of `size` games, the last one of up to twice.

    No chunk is smaller than `size` unless all of them together are.
    """
    starts = range(first, max(first + 1, games - size + 1), size) if first < games else range(0)
    ends = [*starts[1:], games]
    return [Chunk(series, start, end - start) for start, end in zip(starts, ends, strict=False)]
