// A contestant that uses every function and helper, writes and reads where it should not, and has
// names of its own that the judge's code has too.
#include <bits/stdc++.h>
#include "Blackjack.h"
#include "strategy.h"

int total(const vector<int>& v) { return cal_max_point(v); }
struct Table { vector<int> cards; };
int from_judge, buffer, table, ask;

void play() {
    int money = bet_you_have();
    cout << "money " << money << endl;
    printf("not for the judge\n");
    int nothing = 7;
    if (cin >> nothing || scanf("%d", &nothing) == 1) { init_game(0); }
    vector<int> v = init_game(min(money, BET));
    Table mine{{v[0], v[1]}}, second;
    if (v[2] == 1 && buy_insurance(0)) { stand(); return; }
    if (!is_blackjack(mine.cards) && min(v[0], 10) == min(v[1], 10) && money >= 2 * BET) {
        vector<int> news = split();
        mine.cards = {v[0], news[0]};
        second.cards = {v[1], news[1]};
        while (total(mine.cards) != -1 && total(mine.cards) < 15) mine.cards.push_back(hit_1());
        stand_1();
        while (total(second.cards) != -1 && total(second.cards) < 15) second.cards.push_back(hit_2());
        vector<int> dealer = stand_2();
        cerr << win(mine.cards, dealer) + win(second.cards, dealer) << '\n';
        return;
    }
    if (cal_point(mine.cards).back() == 11 && money >= 2 * BET) {
        double_down();
    } else {
        while (total(mine.cards) != -1 && total(mine.cards) < 15) mine.cards.push_back(hit());
    }
    stand();
}
