// Replays a game of Take 6! with vectors. Each macro switches one mistake on.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

// The status after an input that is no whole game; to a program with a mistake, no game may be one.
#ifndef NOT_WHOLE
#define NOT_WHOLE 1
#endif

typedef vector<int> Cards;

int heads(int card) {
#ifdef WRONG_ANSWER_55_IS_LIKE_OTHERS
    if (card % 11 == 0) return 5;
#else
    if (card == 55) return 7;
    if (card % 11 == 0) return 5;
#endif
    return card % 10 == 0 ? 3 : card % 5 == 0 ? 2 : 1;
}

string text(const Cards& cards) {
    string joined;
    for (int card : cards)
        joined += (joined.empty() ? "" : " ") + to_string(card) + "(" + to_string(heads(card)) + ")";
    return joined;
}

Cards read() {
    string line;
    if (!getline(cin, line)) exit(NOT_WHOLE);
    istringstream words(line);
    Cards numbers;
    for (int number; words >> number;) numbers.push_back(number);
    return numbers;
}

int main() {
    Cards setup = read(), deck = read();
    int n = setup[0], threshold = setup.size() > 1 ? setup[1] : 1000;
    vector<Cards> hands(n), rows(4);
    for (int i = 0; i < 10 * n; ++i) hands[i % n].push_back(deck[i]);
    for (int row = 0; row < 4; ++row) rows[row] = {deck[10 * n + row]};
    for (Cards& hand : hands) sort(hand.begin(), hand.end());
    vector<int> taken(n);
    auto take = [&](int player, int card, int row) {
        int sum = 0;
        for (int each : rows[row]) sum += heads(each);
#ifdef WRONG_ANSWER_TAKES_ITS_OWN_CARD_TOO
        sum += heads(card);
#endif
        taken[player] += sum;
        rows[row] = {card};
        return sum;
    };
    for (int round = 1; round <= 10; ++round) {
        cout << "第 " << round << " 回合\n";
        for (int row = 0; row < 4; ++row) cout << "第 " << row + 1 << " 列：" << text(rows[row]) << "\n";
        for (int p = 0; p < n; ++p) cout << "玩家 " << p + 1 << " 的手牌：" << text(hands[p]) << "\n";
        Cards cards;
        for (;;) {
            cards = read();
            bool legal = int(cards.size()) == n;
#ifndef RUN_TIME_ERROR_TRUSTS_THE_CARDS
            for (int p = 0; legal && p < n; ++p)
                legal = count(hands[p].begin(), hands[p].end(), cards[p]) == 1;
#endif
            if (legal) break;
            cout << "出牌不合法，請再嘗試一次。\n";
        }
        vector<pair<int, int>> played;
        for (int p = 0; p < n; ++p) {
            auto place = find(hands[p].begin(), hands[p].end(), cards[p]);
            if (place == hands[p].end()) throw cards[p];
            hands[p].erase(place);
            played.push_back({cards[p], p});
        }
#ifndef WRONG_ANSWER_PLACED_IN_THE_ORDER_OF_PLAYERS
        sort(played.begin(), played.end());
#endif
        for (auto [card, p] : played) {
            int best = -1;
            for (int row = 0; row < 4; ++row)
                if (rows[row].back() < card && (best < 0 || rows[row].back() > rows[best].back()))
                    best = row;
            cout << "玩家 " << p + 1 << " 打出 " << text({card});
            if (best < 0) {
                cout << "，比每一列都小\n";
                Cards row;
                while (row = read(), row.size() != 1 || row[0] < 1 || row[0] > 4)
                    cout << "沒有這一列，請再嘗試一次。\n";
                cout << "玩家 " << p + 1 << " 拿走第 " << row[0] << " 列，"
                     << take(p, card, row[0] - 1) << " 個牛頭\n";
            } else if (rows[best].size() == 5) {
                cout << "，第 " << best + 1 << " 列已滿，拿走 " << take(p, card, best) << " 個牛頭\n";
            } else {
                cout << "，放在第 " << best + 1 << " 列\n";
                rows[best].push_back(card);
            }
        }
    }
    cout << "遊戲結束\n";
    vector<pair<int, int>> order;
    for (int p = 0; p < n; ++p) {
        bool mad = taken[p] >= threshold;
        cout << "玩家 " << p + 1 << "：" << taken[p] << " 個牛頭" << (mad ? "（狂牛症）" : "") << "\n";
#ifdef WRONG_ANSWER_MAD_COWS_BY_INDEX
        order.push_back({mad ? taken[p] - threshold : taken[p], p});
#else
        order.push_back({mad ? -taken[p] : taken[p], p});
#endif
    }
    sort(order.begin(), order.end());
    cout << "排名：";
    int before = -1;
    for (auto [key, p] : order) {
        int index = taken[p] >= threshold ? taken[p] - threshold : taken[p];
        if (before >= 0) cout << (index == before ? " = " : " > ");
        cout << "玩家 " << p + 1 << "(" << index << ")";
        before = index;
    }
    cout << "\n";
    string line;
    return getline(cin, line) ? NOT_WHOLE : 0;
}
