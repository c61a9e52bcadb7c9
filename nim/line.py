"""Line games: one piece that only moves forward, by steps that may differ for the two players.

What matters is the distance to the end alone: a player may move by a step that is not longer. Who
cannot move loses, or wins in misère play.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

from nim.heaps import mex

_CLASSES = {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}
"""By whether each player, Left first, wins who is to move."""
_MOST_WORK = 1_000_000
"""What a game may cost before it is given up, in microseconds or so."""
_MOST_REACH = 1_000_000
"""The longest step for which it is tried at all, among those that fit into the way."""
_BITS = 10_000
_SPARE = 1000


class TooFarError(Exception):
    """The end is too far away for these steps."""


class LineGame(NamedTuple):
    """A line game: the end, where the piece starts, and the two players' sets of steps."""

    end: int
    start: int
    first: frozenset[int]
    second: frozenset[int]

    @property
    def impartial(self) -> bool:
        """Whether both players have the same moves."""
        return self.first == self.second

    @property
    def distance(self) -> int:
        """How far the piece is from the end."""
        return self.end - self.start


def grundy_values(steps: Iterable[int]) -> Iterator[int]:
    """Yield the Grundy values at distance 0, 1, 2, …: the mex of those in reach.

    >>> from itertools import islice
    >>> list(islice(grundy_values({1, 2}), 10))
    [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
    """
    steps = sorted(steps)
    longest = max(steps, default=0)
    values: list[int] = []
    for distance in count():
        values.append(mex([values[-step] for step in steps if step <= distance]))
        yield values[-1]
        if len(values) > 2 * longest + _SPARE:
            del values[:-longest]


def first_player_wins(game: LineGame, misere: bool = False) -> bool:
    """Whether who moves first, with the steps of `game.first`, wins from the start.

    TooFarError if that takes too long to find out: the outcomes may take 2^s steps to recur, where
    s is the longest step of both.
    """
    race = _Race(game, misere)
    work = 0
    # Where every step fits, the windows decide all that follows, so a long way is cut short when
    # they recur, as Brent's search finds out.
    left = game.distance
    mark, lap, power = race.windows, 0, 1
    while left:
        race.advance()
        work += race.cost
        if work > _MOST_WORK:
            raise TooFarError
        left -= 1
        lap += 1
        if race.distance <= race.longest or lap == power:
            mark, lap, power = race.windows, 0, 2 * power
        elif race.windows == mark:
            left %= lap
    return race.wins[0]


def outcome_classes(game: LineGame, misere: bool = False) -> Iterator[str]:
    """Yield the outcome class at distance 0, 1, 2, … as far as the start.

    N: whoever moves first wins. P: whoever moves second wins. L, R: Left, who has the first
    player's steps, or Right wins, whoever moves first.
    """
    race = _Race(game, misere)
    while True:
        yield _CLASSES[race.wins]
        if race.distance == game.distance:
            return
        race.advance()


class _Race:
    """Who wins at one distance after the other, for either player to move.

    Bit s - 1 of a player's window tells that this player, if to move, loses where a step of s
    leads; beyond the end no step leads, so the bits are 0 there. The other player wins by a step
    to such a bit.
    """

    def __init__(self, game: LineGame, misere: bool) -> None:
        steps = [[s for s in both if s <= game.distance] for both in (game.first, game.second)]
        self.longest = max(max(mine, default=0) for mine in steps)
        """The longest step of any player that can be made at all."""
        if self.longest > _MOST_REACH:
            raise TooFarError
        self._reach = [sum(1 << step - 1 for step in mine) for mine in steps]
        self._shortest = [min(mine, default=game.distance + 1) for mine in steps]
        self.cost = 1 + self.longest // _BITS
        """What it costs to go one step further."""
        self._misere = misere
        self.distance = 0
        self.windows = (0, 0)
        self.wins = (misere, misere)
        """Whether the first player wins if to move at this distance, and the second."""

    def advance(self) -> None:
        """Go one step further from the end."""
        self.distance += 1
        kept = (1 << self.longest) - 1
        first, second = (
            (window << 1 | (not wins)) & kept
            for window, wins in zip(self.windows, self.wins, strict=True)
        )
        self.windows = first, second
        self.wins = self._can_win(0, second), self._can_win(1, first)

    def _can_win(self, player: int, window_of_other: int) -> bool:
        if self.distance < self._shortest[player]:
            return self._misere
        return window_of_other & self._reach[player] != 0
