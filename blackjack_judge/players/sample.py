"""The sample program of the assignment."""

from blackjack_judge.hands import is_blackjack, total
from blackjack_judge.players.base import DOUBLE, HIT, SPLIT, STAND, Player, Situation


class Sample(Player):
    """Bets a tenth; doubles up to 10 points, splits equal ranks, else takes exactly one card."""

    def bet(self, money: int) -> int:
        return money // 10

    def insurance(self, hand: tuple[int, ...], bet: int, money: int) -> int:
        return (bet + money) // 30

    def move(self, situation: Situation) -> str:
        hand = situation.hand
        if situation.split:
            return HIT if situation.split == 1 and total(hand) <= 14 else STAND
        if len(hand) > 2 or is_blackjack(hand):
            return STAND
        if hand[0] == hand[1]:
            return SPLIT
        return DOUBLE if total(hand) <= 10 else HIT
