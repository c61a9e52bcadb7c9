"""The course of a game: its number of rounds, or its period and the start of the period."""

from __future__ import annotations

from collections import namedtuple

from war.battle import Battle


class Course(namedtuple("Course", ("final", "rounds", "period"))):
    """The final state, the rounds and the period of a game.

    A finite game reaches its last state after `rounds` rounds and has no `period`. For an infinite
    game `final` is the first state that recurs, `rounds` (μ) is the number of rounds before it, and
    `period` (λ) is the least number of rounds until it recurs.
    """

    __slots__ = ()
    final: Battle
    rounds: int
    period: int | None


def follow(start: Battle, limit: int | None = None) -> Course:
    """Play a game to its end, to its limit of rounds, or until its period is known.

    With a limit the result is the state after these rounds; a cycle only shortens the calculation.
    `start` does not change.
    """
    battle, rounds, period = _run(start, limit)
    if period is None:
        return Course(battle, rounds, None)
    if limit is None:
        return _cycle(start, period)
    for _ in range((limit - rounds) % period):
        battle.one_round()
    return Course(battle, limit, None)


def play_round(battle: Battle) -> tuple[int, list[int]]:
    """Play a round; return its winner, or 0 if it is unfinished, and the trick, in order."""
    before = len(battle.player1)
    if not battle.one_round():
        return 0, [*battle.trick]
    won = len(battle.player1) - before  # as many cards as the other player has lost
    hand = battle.player1 if won > 0 else battle.player2
    return 1 if won > 0 else 2, [hand.cards[at] for at in range(-2 * abs(won), 0)]


def foreseen(start: Battle, rounds: int | None) -> Course | None:
    """Return the course of an infinite game if so many rounds prove its cycle.

    They prove a cycle that the game closes in the first quarter of them.
    """
    _, _, period = _run(start, rounds)
    return None if period is None else _cycle(start, period)


def _run(start: Battle, limit: int | None) -> Course:
    """Play until the game is over, the limit is reached, or a state recurs.

    Brent's algorithm: the hare plays on, and the tortoise moves to the hare's state after 1, 2, 4,
    8, … more rounds. When the hare meets the tortoise, it has gone round the cycle once.
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
    """Find the first state of the cycle: the first common state of two games a period apart."""
    behind, ahead = start.copy(), start.copy()
    for _ in range(period):
        ahead.one_round()
    rounds = 0
    while behind != ahead:
        behind.one_round()
        ahead.one_round()
        rounds += 1
    return Course(behind, rounds, period)
