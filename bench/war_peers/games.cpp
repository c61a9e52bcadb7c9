// The games of `war stats` in scalar C++: the same deals, the same algorithm, the same counts.
// Usage: games NB_VALS FIRST GAMES SEED RIFFLES ALTERNATE; prints draws, wins of 1, wins of 2, infinite, rounds.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using u8 = uint8_t;
using u16 = uint16_t;
using u64 = uint64_t;

static inline u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

constexpr int MOST = 4 * 255;
constexpr int TAPE = 8192;

static void shuffle(u8* deck, int n, u64 start, u64 place, int riffles) {
    static u8 digits[MOST + 8], shuffled[MOST];
    u16 starts[256];
    while (riffles > 0) {
        const int width = std::min(riffles, 8), digits_of = 1 << width;
        riffles -= width;
        std::memset(starts, 0, sizeof starts[0] * digits_of);
        for (int p = 0; p < n; p += 8) {
            u64 word = mix(start + ++place * 0x9E3779B97F4A7C15u);
            for (int q = p; q < std::min(p + 8, n); q++, word >>= 8)
                starts[digits[q] = word & (digits_of - 1)]++;
        }
        for (int d = 0, sum = 0; d < digits_of; d++) {
            const int count = starts[d];
            starts[d] = sum;
            sum += count;
        }
        for (int p = 0; p < n; p++) shuffled[p] = deck[starts[digits[p]]++];
        std::memcpy(deck, shuffled, n);
    }
}

struct Tape {
    u8 cards[TAPE + 16 * MOST];
    u8 kept[MOST];
    u8 *head, *tail;

    int left() const { return tail - head; }
    void rewind() {
        if (tail > cards + TAPE) {
            const int n = left();
            std::memmove(cards, head, n);
            head = cards;
            tail = cards + n;
        }
    }
};

template <bool ALTERNATE>
static int play(Tape& one, Tape& two, u64& rounds) {
    u64 plays = 0, wars = 0;
    int kept_left = 0, reach = 1, steps = 1;
    bool turn = true, kept_turn = true;
    for (;;) {
        const int left1 = one.left(), left2 = two.left();
        if (left1 == 0 || left2 == 0) {
            rounds = plays - 2 * wars;
            return left1 ? 1 : 2;
        }
        if (left1 == kept_left && turn == kept_turn && !std::memcmp(one.head, one.kept, left1) &&
            !std::memcmp(two.head, two.kept, left2))
            return 3;
        if (steps == reach) {
            steps = 0;
            reach *= 2;
            kept_left = left1;
            kept_turn = turn;
            std::memcpy(one.kept, one.head, left1);
            std::memcpy(two.kept, two.head, left2);
        }
        steps++;
        one.rewind();
        two.rewind();
        u8 *head1 = one.head, *head2 = two.head, *tail1 = one.tail, *tail2 = two.tail;
        u8* const stop = head1 + std::min(left1, left2);
        while (head1 < stop) {
            u8 a = *head1++, b = *head2++;
            u16 pair = !ALTERNATE || turn ? a | b << 8 : b | a << 8;
            std::memcpy(tail1, &pair, 2);
            std::memcpy(tail2, &pair, 2);
            if (a != b) {
                const u64 won = a > b;
                tail1 += 2 * won;
                tail2 += 2 * (won ^ 1);
            } else {
                int trick = 2;
                while (a == b) {
                    const int more1 = tail1 - head1, more2 = tail2 - head2;
                    if (std::min(more1, more2) < 2) {
                        rounds = plays + (head1 - one.head) - 2 * wars - 1;
                        return more1 == more2 ? 0 : more1 > more2 ? 1 : 2;
                    }
                    for (int face = 0; face < 2; face++, trick += 2) {
                        a = *head1++, b = *head2++;
                        pair = !ALTERNATE || turn ? a | b << 8 : b | a << 8;
                        std::memcpy(tail1 + trick, &pair, 2);
                        std::memcpy(tail2 + trick, &pair, 2);
                    }
                    wars++;
                }
                (a > b ? tail1 : tail2) += trick;
            }
            if (ALTERNATE) turn = !turn;
        }
        plays += head1 - one.head;
        one.head = head1, two.head = head2, one.tail = tail1, two.tail = tail2;
    }
}

int main(int argc, char** argv) {
    if (argc != 7) return 2;
    const int nb_vals = std::atoi(argv[1]), cards = 4 * nb_vals, riffles = std::atoi(argv[5]);
    const u64 first = std::strtoull(argv[2], nullptr, 10), games = std::strtoull(argv[3], nullptr, 10);
    const u64 start = mix(std::strtoull(argv[4], nullptr, 10));
    const bool alternate = std::atoi(argv[6]);
    const u64 words = u64((cards + 7) / 8) * ((riffles + 7) / 8);
    static Tape one, two;
    u8 deck[MOST];
    u64 counts[4] = {}, total = 0;
    for (u64 game = first; game < first + games; game++) {
        for (int p = 0; p < cards; p++) deck[p] = p / 4 + 1;
        shuffle(deck, cards, start, game * words, riffles);
        for (int p = 0; p < cards / 2; p++) {
            one.cards[p] = deck[2 * p];
            two.cards[p] = deck[2 * p + 1];
        }
        one.head = one.cards, one.tail = one.cards + cards / 2;
        two.head = two.cards, two.tail = two.cards + cards / 2;
        u64 rounds = 0;
        const int result = alternate ? play<true>(one, two, rounds) : play<false>(one, two, rounds);
        counts[result]++;
        if (result != 3) total += rounds;
    }
    for (u64 count : counts) std::printf("%llu ", (unsigned long long)count);
    std::printf("%llu\n", (unsigned long long)total);
}
