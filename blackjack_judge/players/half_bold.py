"""Half-bold play: the best that is known without counting."""

from __future__ import annotations

from blackjack_judge.players.base import Player
from blackjack_judge.players.basic import basic_strategy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackjack_judge.players.base import Situation


class HalfBold(Player):
    """Bets half of what it lacks to pass the goal, or half of its money: it can always double."""

    def bet(self, money: int) -> int:
        return (min(money, max(1, self.game.goal + 1 - money)) + 1) // 2

    def move(self, situation: Situation) -> str:
        return basic_strategy(situation)
