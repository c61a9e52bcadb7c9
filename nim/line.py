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
_MOST_VALUES = 1_000_000
_MOST_REACHED = 10_000_000
"""Limits of the values that are computed one by one, and of the values that they are made from."""
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


class Values:
    """The Grundy values of a line by the distance to the end; far ones follow from their period.

    A value depends only on as many values before it as the longest step has places. So if that many
    values recur, all later ones recur with the same period.

    >>> Values([1, 2])[10**18]
    1
    """

    def __init__(self, steps: Iterable[int]) -> None:
        self.steps = sorted(steps)
        self._far = min(_MOST_VALUES, _MOST_REACHED // (len(self.steps) or 1))
        self._more = grundy_values(self.steps)
        self._values: list[int] = []
        self._period = 0

    def __getitem__(self, distance: int) -> int:
        """Return the value at a distance; TooFarError if the values do not prove a period."""
        if distance > self._far:
            self._period = self._period or self._proved()
            distance -= -((self._far - distance) // self._period) * self._period
        while distance >= len(self._values):
            self._values.append(next(self._more))
        return self._values[distance]

    def _proved(self) -> int:
        """Return the period of the last values up to `_far`; TooFarError if they prove none."""
        longest = max(self.steps, default=0)
        if longest > self._far:
            raise TooFarError
        _ = self[self._far]
        # Characters encode the values, because `str` has the fastest search; the last ones recur.
        backwards = "".join(map(chr, reversed(self._values)))
        period = backwards.find(backwards[:longest], 1)
        if period < 0:
            raise TooFarError
        return period


def first_player_wins(game: LineGame, misere: bool = False) -> bool:
    """Whether the first player wins from the start, with the steps of `game.first`; TooFarError."""
    return _at_start(game, misere).wins[0]


def winning_steps(game: LineGame, misere: bool = False) -> list[int]:
    """Return the first player's steps to positions that the second player loses. TooFarError."""
    lost = _at_start(game, misere).windows[1]
    return [step for step in sorted(game.first) if step <= game.distance and lost >> step - 1 & 1]


def _at_start(game: LineGame, misere: bool) -> "_Race":
    """Return the race at the distance of the start, or at one with the same windows.

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
    return race


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
