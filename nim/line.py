"""Line games: a piece moves forward by steps, and the two players may have different steps.

Only the distance to the end matters: a step may not be longer. A player without a legal step loses,
or wins in misère play.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

from nim.heaps import mex

_CLASSES = {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}
"""Outcome class: (Left wins moving first, Right wins moving first)."""
_MOST_WORK = 1_000_000
"""Limit of the cost of a game, in units of about a microsecond."""
_MOST_REACH = 1_000_000
"""Longest step, among those within the distance, that the solver accepts."""
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
        """Number of places from the piece to the end."""
        return self.end - self.start


def grundy_values(steps: Iterable[int]) -> Iterator[int]:
    """Yield the Grundy values at distance 0, 1, 2, …: the mex of the reachable values.

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
    """Whether the first player, with the steps of `game.first`, wins from the start.

    TooFarError if the search takes too long: the outcomes may recur only after 2^s positions, where
    s is the longest step.
    """
    race = _Race(game, misere)
    work = 0
    # Once every step fits, the windows determine all later outcomes. Brent's algorithm finds
    # the period of the windows, so the loop skips whole periods of a long distance.
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
    """Yield the outcome class at distance 0, 1, 2, … up to the start.

    N: the player that moves first wins. P: the player that moves second wins. L: Left, with the
    first player's steps, always wins. R: Right always wins.
    """
    race = _Race(game, misere)
    while True:
        yield _CLASSES[race.wins]
        if race.distance == game.distance:
            return
        race.advance()


class _Race:
    """The winner at increasing distances, with either player to move.

    Bit s - 1 of a player's window is set if this player, moving first, loses from the position
    that a step of s reaches; bits beyond the end are 0. The other player wins by a step to a set
    bit.
    """

    def __init__(self, game: LineGame, misere: bool) -> None:
        steps = [[s for s in side if s <= game.distance] for side in (game.first, game.second)]
        self.longest = max(max(own, default=0) for own in steps)
        """The longest step of either player within the distance."""
        if self.longest > _MOST_REACH:
            raise TooFarError
        self._reach = [sum(1 << step - 1 for step in own) for own in steps]
        self._shortest = [min(own, default=game.distance + 1) for own in steps]
        self.cost = 1 + self.longest // _BITS
        """The cost of `advance`."""
        self._misere = misere
        self.distance = 0
        self.windows = (0, 0)
        self.wins = (misere, misere)
        """Whether each player wins moving first at this distance."""

    def advance(self) -> None:
        """Increase the distance by one."""
        self.distance += 1
        mask = (1 << self.longest) - 1
        first, second = (
            (window << 1 | (not wins)) & mask
            for window, wins in zip(self.windows, self.wins, strict=True)
        )
        self.windows = first, second
        self.wins = self._can_win(0, second), self._can_win(1, first)

    def _can_win(self, player: int, window_of_other: int) -> bool:
        if self.distance < self._shortest[player]:
            return self._misere
        return window_of_other & self._reach[player] != 0
