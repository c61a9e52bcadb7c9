#include "blackjack_table.h"
#include <cstdio>
#include <cstdlib>
void play() {}
int main(int, char** argv) {
    std::vector<unsigned char> cards = make_shoe(strtoul(argv[1], nullptr, 10), atoi(argv[2]));
    fwrite(cards.data(), 1, cards.size(), stdout);
}
