"""The basic strategy, with bets that depend on the money alone."""

from collections.abc import Callable
from functools import cache

from blackjack_judge.players.base import Player, Situation
from blackjack_judge.players.best_play import odds


def basic_strategy(situation: Situation) -> str:
    """Return the best legal and affordable move against an infinite shoe."""
    return _best(situation.hand, situation.upcard, situation.split, situation.moves)


@cache
def _best(hand: tuple[int, ...], upcard: int, split: int, moves: tuple[str, ...]) -> str:
    values = odds(hand, upcard, split)
    return max((move for move in values if move in moves), key=values.__getitem__)


def hundredth(money: int, goal: int, start: int) -> int:
    """Return a hundredth of the initial money, or all money if less is left."""
    return min(money, max(1, start // 100))


def bold(money: int, goal: int, start: int) -> int:
    """Return the amount that is missing to pass the goal, or all money if that is less."""
    return min(money, max(1, goal + 1 - money))


def half_bold(money: int, goal: int, start: int) -> int:
    """Return half of the missing amount, at most half of the money: a double stays affordable."""
    # Not by `bold`: the simulator compiles each of these functions alone.
    return (min(money, max(1, goal + 1 - money)) + 1) // 2


class Basic(Player):
    """Plays the basic strategy; `bet_of` gets the money, the goal and the initial money."""

    bet_of: Callable[[int, int, int], int] = staticmethod(hundredth)

    def bet(self, money: int) -> int:
        return self.bet_of(money, self.goal, self.start)

    def move(self, situation: Situation) -> str:
        return basic_strategy(situation)


class Bold(Basic):
    """Bets boldly: all that the goal needs."""

    bet_of = staticmethod(bold)


class HalfBold(Basic):
    """Bets half-boldly, which is the best bet without counting."""

    bet_of = staticmethod(half_bold)
