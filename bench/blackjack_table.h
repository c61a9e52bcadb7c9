// The shoe and the rules of the judge once more, for a peer in C++ and for the tests of the rules: a
// request gets its reply or ends the game.
#ifndef BLACKJACK_TABLE_H
#define BLACKJACK_TABLE_H

#include "hands.h"

#include <cstdint>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

// Returns the cards in the order of the deal: a Fisher-Yates shuffle from the last card down draws
// indices by rejection from the top bits of the generator.
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

    // Returns the numbers of the reply; they are meaningless once the game is over. A request
    // without an amount ignores `amount`; a negative amount is never legal.
    std::vector<int> ask(const std::string& request, bool has_amount = false, long long amount = 0) {
        if (outcome != PLAYING) return {};
        reply.clear();
        try {
            if (!(has_amount ? with_amount(request, amount) : plain(request))) outcome = ILLEGAL;
        } catch (Outcome end) {
            outcome = end;
        }
        return reply;
    }

private:
    // The legal requests: a bet; insurance; a decision on two cards; hit or stand; only stand;
    // the hands of a split; the end of the round.
    enum State { BET, INSURANCE, TWO_CARDS, HIT_OR_STAND, STAND, FIRST, FIRST_BUSTED, SECOND, SECOND_BUSTED, RETURN };

    long long goal;
    std::vector<unsigned char> shoe;
    size_t dealt = 0;
    State state = BET;
    long long bet = 0, payout = 0, insurance = 0;
    bool insured = false;
    std::vector<std::vector<int>> player;
    std::vector<int> dealer, reply;

    // Draws before a request changes anything else: without a card the game ends unchanged.
    int draw() { return dealt < shoe.size() ? shoe[dealt++] : throw EXHAUSTED; }

    bool with_amount(const std::string& request, long long amount) {
        if (request == "init_game" && state == BET && 0 < amount && amount <= money) return begin(amount), true;
        if (request == "buy_insurance" && state == INSURANCE && 0 <= amount && amount <= bet / 2 && amount <= money)
            return insure(amount), true;
        return false;
    }

    bool plain(const std::string& request) {
        if (request == "bet_you_have") return reply.push_back(static_cast<int>(money)), true;
        bool first_decision = state == TWO_CARDS, affordable = bet <= money;
        if (request == "hit" && (first_decision || state == HIT_OR_STAND)) return hit(0, HIT_OR_STAND, STAND), true;
        if (request == "double_down" && first_decision && affordable) return double_down(), true;
        if (request == "split" && first_decision && affordable && pair()) return split(), true;
        if (request == "hit_1" && state == FIRST) return hit(0, FIRST, FIRST_BUSTED), true;
        if (request == "stand_1" && (state == FIRST || state == FIRST_BUSTED)) return stand_1(), true;
        if (request == "hit_2" && state == SECOND) return hit(1, SECOND, SECOND_BUSTED), true;
        if (request == "stand_2" && (state == SECOND || state == SECOND_BUSTED)) return stand(), true;
        if (request == "stand" && (first_decision || state == HIT_OR_STAND || state == STAND)) return stand(), true;
        if (request == "return" && state == RETURN) return settle(), true;
        return false;
    }

    bool pair() const { return hands::points(player[0][0]) == hands::points(player[0][1]); }

    void begin(long long amount) {
        int first = draw(), second = draw(), upcard = draw(), hole = draw();
        money -= bet = amount;
        player = {{first, second}};
        dealer = {upcard, hole};
        insured = false;
        state = upcard == hands::ACE ? INSURANCE : TWO_CARDS;
        reply = {first, second, upcard};
    }

    void insure(long long amount) {
        money -= insurance = amount;
        insured = is_blackjack(dealer);
        state = insured ? STAND : TWO_CARDS;
        reply = {insured};
    }

    void hit(size_t hand, State going_on, State busted) {
        int card = draw();
        player[hand].push_back(card);
        state = hands::total(player[hand]) == hands::BUSTED ? busted : going_on;
        reply = {card};
    }

    void double_down() {
        hit(0, STAND, STAND);
        money -= bet;
        bet *= 2;
    }

    void split() {
        int to_first = draw(), to_second = draw();
        money -= bet;
        player = {{player[0][0], to_first}, {player[0][1], to_second}};
        state = FIRST;
        reply = {to_first, to_second};
    }

    void stand_1() {
        state = SECOND;
        reply = {0};
    }

    void stand() {
        for (int sum; (sum = hands::total(dealer)) != hands::BUSTED && sum < 17;) dealer.push_back(draw());
        payout = insured ? 2 * insurance : 0;
        for (const std::vector<int>& hand : player) payout += insured ? 0 : payout_of(hand);
        state = RETURN;
        reply = dealer;
    }

    long long payout_of(const std::vector<int>& hand) const {
        int strength = hands::strength(hand);
        int result = hands::compare(strength, hands::strength(dealer));
        if (result > 0) return strength == hands::BLACKJACK ? 5 * bet / 2 : 2 * bet;
        return result == 0 ? bet : 0;
    }

    void settle() {
        money += payout;
        state = BET;
        if (money > goal || money == 0) throw money > goal ? WON : BROKE;
    }
};

}  // namespace

#endif
