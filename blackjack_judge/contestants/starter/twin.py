"""和 Blackjack.cpp 一樣的程式，用 Python 寫：blackjack-judge --player Blackjack.py。"""

from blackjack_judge.player import bet_you_have, buy_insurance, cal_max_point, hit, init_game, stand


def play() -> None:
    """每一回合呼叫一次。"""
    money = bet_you_have()
    *hand, upcard = init_game(max(1, money // 2))
    if upcard == 1 and buy_insurance(0) == 1:
        stand()
        return
    while cal_max_point(hand) != -1 and cal_max_point(hand) < 17:
        hand.append(hit())
    stand()
