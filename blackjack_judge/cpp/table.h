// The shoe and the rules of the judge in C++: one request in, its reply or the end of the game out.
#ifndef TABLE_H
#define TABLE_H

#include "hands.h"

#include <cstdint>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

// The cards in the order in which they are dealt: a Fisher-Yates shuffle from the last card down,
// with indices drawn by rejection from the top bits of the generator.
inline std::vector<unsigned char> make_shoe(uint32_t seed, uint32_t decks = 5000) {
    std::vector<unsigned char> cards(52 * decks);
    for (size_t i = 0; i < cards.size(); ++i) cards[i] = static_cast<unsigned char>(i % 13 + 1);
    std::mt19937 generator(seed);
    for (uint32_t last = 52 * decks - 1; last > 0; --last) {
        int bits = 0;
        while ((uint64_t{last} + 1) >> bits) ++bits;
        uint32_t chosen;
        do chosen = static_cast<uint32_t>(generator()) >> (32 - bits);
        while (chosen > last);
        std::swap(cards[last], cards[chosen]);
    }
    return cards;
}

enum Outcome { PLAYING, WON, BROKE, EXHAUSTED, ILLEGAL };

class Table {
public:
    explicit Table(std::vector<unsigned char> shoe, long long money = 1000000, long long goal = 1300000)
        : money(money), goal(goal), shoe(std::move(shoe)) {}

    long long money;
    Outcome outcome = PLAYING;

    // The numbers of the reply; meaningless once outcome says that the game is over. A request
    // without an amount has none to give; a negative amount is never legal.
    std::vector<int> ask(const std::string& request, bool has_amount = false, long long amount = 0) {
        if (outcome != PLAYING) return {};
        reply.clear();
        bool known = has_amount ? with_amount(request, amount) : plain(request);
        if (!known && outcome == PLAYING) outcome = ILLEGAL;
        return reply;
    }

private:
    // What is in order: a bet; insurance; a decision on two cards; more cards or none; only to
    // stand; the hands of a split; the end of the round.
    enum State { BET, INSURANCE, TWO_CARDS, HIT_OR_STAND, STAND, FIRST, FIRST_BUSTED, SECOND, SECOND_BUSTED, RETURN };

    long long goal;
    std::vector<unsigned char> shoe;
    size_t dealt = 0;
    State state = BET;
    long long bet = 0, payout = 0, insurance = 0;
    bool insured = false;
    std::vector<std::vector<int>> player;
    std::vector<int> dealer, reply;

    // Every request needs its cards before it changes anything.
    bool has_cards(size_t n) {
        if (shoe.size() - dealt < n) outcome = EXHAUSTED;
        return outcome == PLAYING;
    }
    int draw() { return shoe[dealt++]; }

    bool with_amount(const std::string& request, long long amount) {
        if (request == "init_game" && state == BET && 0 < amount && amount <= money) return begin(amount);
        if (request == "buy_insurance" && state == INSURANCE && 0 <= amount && amount <= bet / 2 && amount <= money)
            return insure(amount);
        return false;
    }

    bool plain(const std::string& request) {
        if (request == "bet_you_have") return reply.push_back(static_cast<int>(money)), true;
        bool first_decision = state == TWO_CARDS, affordable = bet <= money;
        if (request == "hit" && (first_decision || state == HIT_OR_STAND)) return hit(0, HIT_OR_STAND, STAND);
        if (request == "double_down" && first_decision && affordable) return double_down();
        if (request == "split" && first_decision && affordable && pair()) return split();
        if (request == "hit_1" && state == FIRST) return hit(0, FIRST, FIRST_BUSTED);
        if (request == "stand_1" && (state == FIRST || state == FIRST_BUSTED)) return stand_1();
        if (request == "hit_2" && state == SECOND) return hit(1, SECOND, SECOND_BUSTED);
        if (request == "stand_2" && (state == SECOND || state == SECOND_BUSTED)) return stand();
        if (request == "stand" && (first_decision || state == HIT_OR_STAND || state == STAND)) return stand();
        if (request == "return" && state == RETURN) return settle();
        return false;
    }

    bool pair() const { return hands::points(player[0][0]) == hands::points(player[0][1]); }

    bool begin(long long amount) {
        if (!has_cards(4)) return true;
        money -= bet = amount;
        int first = draw(), second = draw(), upcard = draw(), hole = draw();
        player = {{first, second}};
        dealer = {upcard, hole};
        insured = false;
        state = upcard == hands::ACE ? INSURANCE : TWO_CARDS;
        reply = {first, second, upcard};
        return true;
    }

    bool insure(long long amount) {
        money -= insurance = amount;
        insured = is_blackjack(dealer);
        state = insured ? STAND : TWO_CARDS;
        reply = {insured};
        return true;
    }

    bool hit(size_t hand, State going_on, State busted) {
        if (!has_cards(1)) return true;
        int card = draw();
        player[hand].push_back(card);
        state = hands::total(player[hand]) == hands::BUSTED ? busted : going_on;
        reply = {card};
        return true;
    }

    bool double_down() {
        if (!has_cards(1)) return true;
        int card = draw();
        player[0].push_back(card);
        money -= bet;
        bet *= 2;
        state = STAND;
        reply = {card};
        return true;
    }

    bool split() {
        if (!has_cards(2)) return true;
        int to_first = draw(), to_second = draw();
        money -= bet;
        player = {{player[0][0], to_first}, {player[0][1], to_second}};
        state = FIRST;
        reply = {to_first, to_second};
        return true;
    }

    bool stand_1() {
        state = SECOND;
        reply = {0};
        return true;
    }

    bool stand() {
        for (int sum; (sum = hands::total(dealer)) != hands::BUSTED && sum < 17;) {
            if (!has_cards(1)) return true;
            dealer.push_back(draw());
        }
        payout = 0;
        if (insured) {
            payout = 2 * insurance;
        } else {
            for (const std::vector<int>& hand : player) payout += payout_of(hand);
        }
        state = RETURN;
        reply = dealer;
        return true;
    }

    long long payout_of(const std::vector<int>& hand) const {
        int strength = hands::strength(hand);
        int result = hands::compare(strength, hands::strength(dealer));
        if (result > 0) return strength == hands::BLACKJACK ? 5 * bet / 2 : 2 * bet;
        return result == 0 ? bet : 0;
    }

    bool settle() {
        money += payout;
        state = BET;
        if (money > goal) outcome = WON;
        else if (money == 0) outcome = BROKE;
        return true;
    }
};

}  // namespace

#endif
