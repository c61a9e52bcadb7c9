// Bets the missing amount, or all money, and draws to 17. Each macro switches one mistake on.
#include "Blackjack.h"

#include <algorithm>
#include <cstdlib>

void play() {
    int money = bet_you_have();
#ifdef WRONG_ANSWER_BETS_MORE_THAN_IT_HAS
    std::vector<int> cards = init_game(money + 1);
#else
    std::vector<int> cards = init_game(std::min(money, 1300001 - money));
#endif
#ifdef WRONG_ANSWER_LEAVES
    exit(0);
#endif
#ifdef RUN_TIME_ERROR_CRASHES
    abort();
#endif
    if (cards[2] == 1 && buy_insurance(0) == 1) {
        stand();
        return;
    }
    cards.pop_back();
#ifdef WRONG_ANSWER_BUSTS
    while (cal_max_point(cards) != -1) cards.push_back(hit());
#else
    while (cal_max_point(cards) != -1 && cal_max_point(cards) < 17) cards.push_back(hit());
#endif
    stand();
}
