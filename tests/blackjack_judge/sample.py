"""The sample program of the assignment, in Python."""

from blackjack_judge.player import (
    bet_you_have,
    buy_insurance,
    cal_max_point,
    double_down,
    hit,
    hit_1,
    init_game,
    is_blackjack,
    split,
    stand,
    stand_1,
    stand_2,
)


def play() -> None:
    now_bet = bet_you_have()
    *hand, upcard = init_game(now_bet // 10)
    if (upcard == 1 and buy_insurance(now_bet // 30) == 1) or is_blackjack(hand):
        stand()
    elif hand[0] == hand[1]:
        first, _ = split()
        c1 = [hand[0], first]
        while cal_max_point(c1) != -1 and cal_max_point(c1) <= 14:
            c1.append(hit_1())
        stand_1()
        stand_2()
    elif cal_max_point(hand) <= 10:
        double_down()
        stand()
    else:
        hit()
        stand()
