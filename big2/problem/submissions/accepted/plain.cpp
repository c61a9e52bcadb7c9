// Replays a game of Big-2 with plain arrays. Each macro switches one mistake on.
#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

// The status after an input that is no whole game; to a program with a mistake, no game may be one.
#ifndef NOT_WHOLE
#define NOT_WHOLE 1
#endif

const string SUITS = "CDHS";
const vector<string> RANKS = {"3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"};

int card_of(const string& text) {
    string rank = text.substr(2, text.size() - 3);
    int r = int(find(RANKS.begin(), RANKS.end(), rank) - RANKS.begin());
    return 4 * r + int(SUITS.find(text[0]));
}

string text_of(int card) { return string(1, SUITS[card % 4]) + "[" + RANKS[card / 4] + "]"; }

string join(const vector<int>& cards) {
    string joined;
    for (int card : cards) joined += (joined.empty() ? "" : " ") + text_of(card);
    return joined;
}

void show(const vector<int>& hand) {
    string indices;
    for (size_t i = 0; i < hand.size(); ++i) {
        string index = to_string(i);
#ifdef WRONG_ANSWER_INDEX_COLUMNS
        indices += index + " ";
#else
        if (i + 1 < hand.size()) index.resize(text_of(hand[i]).size() + 1, ' ');
        indices += index;
#endif
    }
    cout << indices << "\n" << join(hand) << "\n";
}

// Returns the kind and the sort key of cards in ascending order; the kind is empty for no pattern.
pair<string, int> recognise(const vector<int>& cards) {
    vector<int> ranks;
    for (int card : cards) ranks.push_back(card / 4);
    if (cards.size() == 1) return {"單張", cards[0]};
#ifdef WRONG_ANSWER_PAIR_BY_LOWER_CARD
    if (cards.size() == 2 && ranks[0] == ranks[1]) return {"對子", cards[0]};
#else
    if (cards.size() == 2 && ranks[0] == ranks[1]) return {"對子", cards[1]};
#endif
    if (cards.size() != 5) return {"", -1};
    for (int start = 0; start < 13; ++start) {
        vector<int> run;
        for (int step = 0; step < 5; ++step) run.push_back((start + step) % 13);
#ifdef WRONG_ANSWER_STRAIGHT_DOES_NOT_WRAP
        if (start > 8) continue;
#endif
        sort(run.begin(), run.end());
        if (run == ranks) return {"順子", cards[4]};
    }
    bool house = ranks[0] == ranks[1] && ranks[3] == ranks[4] &&
                 (ranks[2] == ranks[0] || ranks[2] == ranks[4]);
    return house ? make_pair(string("葫蘆"), ranks[2]) : make_pair(string(), -1);
}

int main() {
    string line;
    getline(cin, line);
    vector<int> deck;
    istringstream words(line);
    for (string word; words >> word;) deck.push_back(card_of(word));
    vector<string> names(4);
    for (string& name : names) getline(cin, name);
    vector<vector<int>> hands(4);
#ifdef WRONG_ANSWER_DEALT_FROM_THE_BOTTOM
    for (int i = 0; i < 52; ++i) hands[i % 4].push_back(deck[i]);
#else
    for (int i = 0; i < 52; ++i) hands[i % 4].push_back(deck[51 - i]);
#endif
    int player = 0;
    for (int p = 0; p < 4; ++p) {
        sort(hands[p].begin(), hands[p].end());
        if (hands[p][0] == 0) player = p;
    }
    string kind;
    int key = -1, passes = 0;
    bool opening = true;
    cout << "新的回合開始了。\n輪到" << names[player] << "了\n";
    show(hands[player]);
    while (getline(cin, line)) {
        vector<int>& hand = hands[player];
        istringstream numbers(line);
        vector<int> places;
        for (int place; numbers >> place;) places.push_back(place);
        bool played = places[0] != -1;
        if (!played) {
            if (kind.empty()) {
                cout << "你不能在新的回合中喊 PASS\n";
                show(hand);
                continue;
            }
            cout << "玩家 " << names[player] << " PASS.\n";
            if (++passes == 3) {
                kind.clear();
                passes = 0;
                cout << "新的回合開始了。\n";
            }
        } else {
            set<int> chosen(places.begin(), places.end());
#ifdef RUN_TIME_ERROR_TRUSTS_THE_INDICES
            bool legal = true;
#else
            bool legal = chosen.size() == places.size() && *chosen.rbegin() < int(hand.size());
#endif
            vector<int> cards;
            if (legal)
                for (int place : chosen) cards.push_back(hand.at(place));
            auto [new_kind, new_key] = recognise(cards);
            legal = legal && !new_kind.empty() && (!opening || cards[0] == 0) &&
                    (kind.empty() || (new_kind == kind && new_key > key));
            if (!legal) {
#ifdef WRONG_ANSWER_ASCII_COMMA
                cout << "此牌型不合法,請再嘗試一次。\n";
#else
                cout << "此牌型不合法，請再嘗試一次。\n";
#endif
                show(hand);
                continue;
            }
            cout << "玩家 " << names[player] << " 打出了 " << new_kind << " " << join(cards) << "\n";
            kind = new_kind, key = new_key, passes = 0, opening = false;
            for (int card : cards) hand.erase(find(hand.begin(), hand.end(), card));
            if (hand.empty()) {
                cout << "遊戲結束，遊戲的勝利者為 " << names[player] << "\n";
                return getline(cin, line) ? NOT_WHOLE : 0;
            }
        }
        player = (player + 1) % 4;
        cout << "輪到" << names[player] << "了\n";
        show(hands[player]);
    }
    return NOT_WHOLE;
}
