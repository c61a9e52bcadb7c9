// The value of hands, and the helpers of Blackjack.h. Include it in one source file only.
#ifndef HANDS_H
#define HANDS_H

#include "Blackjack.h"

// An unnamed namespace, because a contestant may define a total(), too.
namespace {
namespace hands {

const int ACE = 1, BUSTED = -1, BLACKJACK = 22;

inline int points(int card) { return card < 10 ? card : 10; }

inline int hard_total(const std::vector<int>& hand) {
    int sum = 0;
    for (int card : hand) sum += points(card);
    return sum;
}

inline int total(const std::vector<int>& hand) {
    int sum = hard_total(hand);
    bool ace = false;
    for (int card : hand) ace = ace || card == ACE;
    if (ace && sum <= 11) return sum + 10;
    return sum <= 21 ? sum : BUSTED;
}

// The strength of a hand, by which hands are compared: the total, or BLACKJACK.
inline int strength(const std::vector<int>& hand) {
    int sum = total(hand);
    return sum == 21 && hand.size() == 2 ? BLACKJACK : sum;
}

inline int compare(int player, int dealer) {
    if (player == BUSTED) return -1;
    return (player > dealer) - (player < dealer);
}

}  // namespace hands
}  // namespace

bool is_blackjack(std::vector<int> v) { return hands::strength(v) == hands::BLACKJACK; }

std::vector<int> cal_point(std::vector<int> v) {
    int greatest = hands::total(v), hard = hands::hard_total(v);
    if (greatest == hands::BUSTED || greatest == hard) return {greatest};
    return {hard, greatest};
}

int cal_max_point(std::vector<int> v) { return hands::total(v); }

int win(std::vector<int> a, std::vector<int> b) {
    return hands::compare(hands::strength(a), hands::strength(b));
}

#endif
