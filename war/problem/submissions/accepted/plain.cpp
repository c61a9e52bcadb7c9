// Plays War and keeps every state to find the first that recurs. Each macro switches one mistake on.
#include <deque>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
using namespace std;

typedef deque<int> Deck;

Deck read_hand() {
    string line;
    getline(cin, line);
    istringstream words(line);
    Deck hand;
    for (int card; words >> card;) hand.push_back(card);
    return hand;
}

string text(const Deck& deck) {
    string joined;
    for (int card : deck) joined += (joined.empty() ? "" : " ") + to_string(card);
    return joined;
}

struct Game {
    Deck one, two, trick;

    static int play(Deck& hand, Deck& trick) {
        int card = hand.at(0);
        hand.pop_front();
        trick.push_back(card);
        return card;
    }

    bool over() const { return one.empty() || two.empty(); }

    // Plays a round; false if a player had no card to play.
    bool round() {
        if (over()) return false;
        for (;;) {
#ifdef WRONG_ANSWER_PLAYER_2_PLAYS_FIRST
            int b = play(two, trick), a = play(one, trick);
#else
            int a = play(one, trick), b = play(two, trick);
#endif
            if (a != b) {
                Deck& winner = a > b ? one : two;
                winner.insert(winner.end(), trick.begin(), trick.end());
                trick.clear();
                return true;
            }
#ifdef RUN_TIME_ERROR_CARD_FROM_NOWHERE
            play(one, trick), play(two, trick);
#else
            if (over()) return false;
#ifndef WRONG_ANSWER_NO_CARD_FACE_DOWN
            play(one, trick), play(two, trick);
            if (over()) return false;
#endif
#endif
        }
    }

    void show(int rounds) const {
        cout << "玩家 1：" << text(one) << "\n玩家 2：" << text(two) << "\n檯面：" << text(trick)
             << "\n回合數：" << rounds << "\n";
    }
};

int main() {
    Game game;
    game.one = read_hand();
    game.two = read_hand();
    int limit = -1, rounds = 0;
    if (!(cin >> limit)) limit = -1;
    map<pair<Deck, Deck>, int> seen;
    while (rounds != limit) {
#ifndef TIME_LIMIT_EXCEEDED_NO_SEARCH_FOR_CYCLES
        auto [state, is_new] = seen.insert({{game.one, game.two}, rounds});
        if (limit < 0 && !is_new) {
#ifdef WRONG_ANSWER_CYCLE_FROM_ITS_SECOND_TIME
            int start = rounds;
#else
            int start = state->second;
#endif
            game.show(start);
            cout << "結果：無限遊戲\n循環：從第 " << start << " 回合起，每 " << rounds - state->second
                 << " 回合重複一次\n";
            return 0;
        }
#endif
        bool played = game.round();
#ifdef WRONG_ANSWER_COUNTS_THE_UNFINISHED_ROUND
        ++rounds;
        if (!played) break;
#else
        if (!played) break;
        ++rounds;
#endif
    }
    game.show(rounds);
    size_t a = game.one.size(), b = game.two.size();
    cout << "結果：" << (a == b ? "平手" : a > b ? "玩家 1 獲勝" : "玩家 2 獲勝") << "\n";
}
