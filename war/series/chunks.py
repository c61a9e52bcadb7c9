"""A series of games: its parameters, its chunks, and its counts."""

from typing import NamedTuple

from war.battle import RIFFLES

MOST_VALUES = 255
"""Most values of a deck, because compiled games store a card in a byte."""


class Series(NamedTuple):
    """The parameters of a series; they and its number determine a game."""

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
    """The number of games with each result, and the sums of rounds and squared rounds."""

    draws: int = 0
    wins1: int = 0
    wins2: int = 0
    infinite: int = 0
    rounds: int = 0
    squares: int = 0

    @property
    def finite(self) -> int:
        """Number of finite games."""
        return self.draws + self.wins1 + self.wins2

    @property
    def games(self) -> int:
        """Number of games."""
        return self.finite + self.infinite


def chunks(series: Series, games: int, size: int) -> list[Chunk]:
    """Divide a series into chunks of `size` games; the last may have up to twice as many.

    No chunk is smaller than `size` unless the series is.
    """
    starts = range(0, max(1, games - size + 1), size)
    ends = [*starts[1:], games]
    return [Chunk(series, start, end - start) for start, end in zip(starts, ends, strict=False)]
