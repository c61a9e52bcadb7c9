"""The basic strategy, with bets that depend on the money alone."""

from collections.abc import Callable
from functools import cache

from blackjack_judge.players.base import Game, Player, Situation
from blackjack_judge.players.best_play import Plan
from blackjack_judge.table import Rules


def basic_strategy(situation: Situation) -> str:
    """Return the move that is best against an infinite shoe, if it is legal and affordable."""
    return _plan().move(situation)


@cache
def _plan() -> Plan:
    plan = Plan()
    plan.find((0, *[4] * 9, 16), Rules())
    return plan


def hundredth(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet a hundredth of the money at the start, as long as there is that."""
    return min(money, max(1, start // 100))


def bold(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet what lacks to pass the goal, or all."""
    return min(money, max(1, goal + 1 - money))


def half_bold(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet half of what lacks to pass the goal, or half of the money: so it can always double."""
    return (min(money, max(1, goal + 1 - money)) + 1) // 2


class Basic(Player):
    """Plays the basic strategy; `bet_of` is its bet, by what `Policy.bet` of the simulator has."""

    bet_of: Callable[[int, int, int, int, float], int] = staticmethod(hundredth)

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._start = 0

    def bet(self, money: int) -> int:
        self._start = self._start or money
        return self.bet_of(money, self.game.goal, self._start, 0, 0.0)

    def move(self, situation: Situation) -> str:
        return basic_strategy(situation)


class Bold(Basic):
    """Makes the greatest bet that is of use."""

    bet_of = staticmethod(bold)


class HalfBold(Basic):
    """Makes the best bet of who does not count."""

    bet_of = staticmethod(half_bold)
