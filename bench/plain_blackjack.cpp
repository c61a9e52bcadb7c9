// The peer of the simulator: basic strategy with even bets through a whole shoe, in plain C++.
// Prints the rounds played and the net result; arguments: first seed, last seed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

namespace {

std::vector<std::uint8_t> make_shoe(std::uint32_t seed, int decks) {
    std::vector<std::uint8_t> cards(52 * decks);
    for (std::size_t i = 0; i < cards.size(); ++i) cards[i] = i % 13 + 1;
    std::mt19937 generator(seed);
    for (std::uint32_t i = cards.size() - 1; i > 0; --i) {
        int bits = 32 - __builtin_clz(i + 1);
        std::uint32_t j;
        do j = generator() >> (32 - bits);
        while (j > i);
        std::swap(cards[i], cards[j]);
    }
    return cards;
}

struct Hand {
    int hard = 0, cards = 0;
    bool ace = false;
    void add(int rank) {
        hard += rank < 10 ? rank : 10;
        ace |= rank == 1;
        ++cards;
    }
    bool soft() const { return ace && hard <= 11; }
    int points() const { return hard > 21 ? -1 : hard + (soft() ? 10 : 0); }
    int strength() const { return cards == 2 && points() == 21 ? 22 : points(); }
};

// Against the ace, 2, ..., ten; D doubles or hits, d doubles or stands.
const char* const HARD[] = {"HHDDDDHHHH", "HDDDDDDDDH", "HDDDDDDDDH", "HHHSSSHHHH", "HSSSSSHHHH"};
const char* const SOFT[] = {"HHHHHDHHHH", "HHHHDDHHHH", "HHHHDDHHHH", "HHHDDDHHHH", "HHDDDDHHHH",
                            "HSddddSSHH"};
const char* const PAIRS[] = {"PPPPPPPPPP", "...PPPP...", "...PPPP...", "..........", "..........",
                             "..PPPP....", ".PPPPPP...", "PPPPPPPPP.", ".PPPPP.PP.", ".........."};

char decide(const Hand& hand, int up) {
    int points = hand.points();
    if (hand.soft()) return points < 13 ? 'H' : points > 18 ? 'S' : SOFT[points - 13][up];
    return points < 9 ? 'H' : points > 16 ? 'S' : HARD[points < 13 ? points - 9 : 4][up];
}

struct Dealt {
    const std::vector<std::uint8_t>& cards;
    std::size_t at = 0;
    int next() { return cards[at++]; }
};

void hit_on(Hand& hand, Dealt& shoe, int up) {
    while (hand.points() >= 0) {
        char move = decide(hand, up);
        if (move == 'S' || move == 'd') return;
        hand.add(shoe.next());
    }
}

long paid(const Hand& hand, int dealer, long bet) {
    int player = hand.strength();
    if (player < 0 || player < dealer) return 0;
    if (player == dealer) return bet;
    return player == 22 ? 5 * bet / 2 : 2 * bet;
}

long play(Dealt& shoe, long bet) {
    int first = shoe.next(), second = shoe.next(), upcard = shoe.next(), hole = shoe.next();
    int up = (upcard < 10 ? upcard : 10) - 1;
    Hand hand, other, dealer;
    hand.add(first), hand.add(second);
    dealer.add(upcard), dealer.add(hole);
    if (upcard == 1 && dealer.strength() == 22) return -bet;
    long stake = bet, back = 0;
    int value = first < 10 ? first : 10;
    bool split = value == (second < 10 ? second : 10) && PAIRS[value - 1][up] == 'P';
    if (split) {
        stake += bet;
        hand = Hand();
        hand.add(first), other.add(second);
        hand.add(shoe.next()), other.add(shoe.next());
        hit_on(hand, shoe, up);
        hit_on(other, shoe, up);
    } else if (hand.strength() != 22) {
        char move = decide(hand, up);
        if (move == 'D' || move == 'd') {
            stake += bet;
            hand.add(shoe.next());
        } else {
            hit_on(hand, shoe, up);
        }
    }
    while (dealer.points() >= 0 && dealer.points() < 17) dealer.add(shoe.next());
    int end = dealer.points() < 0 ? 0 : dealer.strength();
    back += paid(hand, end, split ? bet : stake);
    if (split) back += paid(other, end, bet);
    return back - stake;
}

}  // namespace

int main(int, char** argv) {
    long rounds = 0, net = 0;
    for (unsigned seed = std::atol(argv[1]); seed <= std::strtoul(argv[2], nullptr, 10); ++seed) {
        const auto cards = make_shoe(seed, 5000);
        Dealt shoe{cards};
        while (shoe.at + 60 <= cards.size()) {
            net += play(shoe, 2);
            ++rounds;
        }
    }
    std::printf("%ld %ld\n", rounds, net);
}
