/* A contestant that plays any card and takes any row. */
#define P RANDOM
#include "take6.h"

#include <stdlib.h>

void RANDOM_setup(int32_t id)
{
    (void)id;
}

void RANDOM_deal(const int32_t cards[10])
{
    /* The deal seeds the random numbers, so that a game is repeatable. */
    unsigned seed = 0;
    for (int i = 0; i < 10; i++)
        seed = seed * 105 + (unsigned)cards[i];
    srand(seed);
}

int32_t RANDOM_pick(const int32_t table[4][5], const int32_t score[2], const int32_t last[8],
                    const int32_t card[10])
{
    (void)table, (void)score, (void)last;
    for (;;) {
        int i = rand() % 10;
        if (card[i] > 0)
            return card[i];
    }
}

int32_t RANDOM_choose(const int32_t table[4][5], int32_t card)
{
    (void)table, (void)card;
    return rand() % 4;
}
