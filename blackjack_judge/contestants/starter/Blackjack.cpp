#include "Blackjack.h"

#include <algorithm>
// do not modify above

// 每一回合呼叫一次。這個版本照莊家的打法：每次下注一半的錢，加牌到 17 點。
void play() {
    int money = bet_you_have();
    vector<int> cards = init_game(max(1, money / 2));  // 你的兩張牌、莊家的明牌
    int upcard = cards[2];
    vector<int> hand = {cards[0], cards[1]};
    if (upcard == 1 && buy_insurance(0) == 1) {  // 明牌是 A 就一定要呼叫；1 是莊家有 blackjack
        stand();
        return;
    }
    while (cal_max_point(hand) != -1 && cal_max_point(hand) < 17) hand.push_back(hit());
    stand();
}

// do not modify below
