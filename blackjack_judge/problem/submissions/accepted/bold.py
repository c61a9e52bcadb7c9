"""Bets the amount that is missing, or all money, and draws to 17."""

from blackjack_judge.player import (
    bet_you_have,
    buy_insurance,
    cal_max_point,
    hit,
    init_game,
    run,
    stand,
)


def play() -> None:
    """Play a round."""
    money = bet_you_have()
    *hand, upcard = init_game(min(money, 1_300_001 - money))
    if upcard == 1 and buy_insurance(0):
        stand()
        return
    while 0 <= cal_max_point(hand) < 17:
        hand.append(hit())
    stand()


if __name__ == "__main__":
    run(play)
