"""Bold play: the basic strategy with the greatest bet that is of use."""

from __future__ import annotations

from blackjack_judge.players.base import Player
from blackjack_judge.players.basic import basic_strategy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackjack_judge.players.base import Situation


class Bold(Player):
    """Bets what it lacks to pass the goal, or all that it has."""

    def bet(self, money: int) -> int:
        return min(money, max(1, self.game.goal + 1 - money))

    def move(self, situation: Situation) -> str:
        return basic_strategy(situation)
