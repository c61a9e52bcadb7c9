// The contestant of bench.blackjack: bets 1 and hits below 17, to the end of the shoe.
#include "Blackjack.h"

void play() {
    vector<int> cards = init_game(1);
    int upcard = cards[2];
    cards.pop_back();
    if (upcard == 1 && buy_insurance(0)) {
        stand();
        return;
    }
    int total;
    while ((total = cal_max_point(cards)) != -1 && total < 17) cards.push_back(hit());
    stand();
}
