"""The course of a game: how many rounds it has, or from which round on it repeats itself."""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from war.battle import Battle


class Course(namedtuple("Course", ("final", "rounds", "period"))):
    """What becomes of a game.

    A game that ends has its last state after `rounds` rounds and no `period`. For an infinite game
    `final` is the first state that comes back, `rounds` (μ) the number of rounds before it, and
    `period` (λ) the least number of rounds after which it is there again.
    """

    __slots__ = ()
    final: Battle
    rounds: int
    period: int | None


def follow(start: Battle, limit: int | None = None) -> Course:
    """Play a game to its end, for `limit` rounds at most, or until it is known to be infinite.

    With a limit the course is that of the rounds played one by one, however many they are: a cycle
    is no result then, and only shortens the way. `start` is left as it is.
    """
    battle, rounds, period = _run(start, limit)
    if period is None:
        return Course(battle, rounds, None)
    if limit is None:
        return _cycle(start, period)
    for _ in range((limit - rounds) % period):
        battle.one_round()
    return Course(battle, limit, None)


def _run(start: Battle, limit: int | None) -> Course:
    """Play until the game is over, the limit is reached, or a state has come back.

    Brent's algorithm: the hare runs on, and the tortoise is set down where the hare is after 1, 2,
    4, 8, … more rounds. When the hare comes back to it, it has run round the cycle once.
    Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980).
    """
    hare, tortoise = start.copy(), start.copy()
    rounds = period = 0
    reach = 1
    while rounds != limit and hare.one_round():
        rounds += 1
        period += 1
        if hare == tortoise:
            return Course(hare, rounds, period)
        if period == reach:
            tortoise = hare.copy()
            reach *= 2
            period = 0
    return Course(hare, rounds, None)


def _cycle(start: Battle, period: int) -> Course:
    """Find the first state of the cycle: where two games, one a period ahead, first agree."""
    behind, ahead = start.copy(), start.copy()
    for _ in range(period):
        ahead.one_round()
    rounds = 0
    while behind != ahead:
        behind.one_round()
        ahead.one_round()
        rounds += 1
    return Course(behind, rounds, period)
