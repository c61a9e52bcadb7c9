/* A contestant like the computer player of level 3: it avoids the sixth place of a row, and if it
 * must take a row, it takes the row with the fewest heads. */
#define P CAREFUL
#include "take6.h"

void CAREFUL_setup(int32_t id)
{
    (void)id;
}

void CAREFUL_deal(const int32_t cards[10])
{
    (void)cards;
}

static int length(const int32_t row[5])
{
    int n = 0;
    while (n < 5 && row[n] != 0)
        n++;
    return n;
}

/* Return the row of a card, or -1 if the card is lower than every row. */
static int row_of(const int32_t table[4][5], int32_t card)
{
    int row = -1; /* rows come in ascending order of their last cards */
    while (row < 3 && table[row + 1][length(table[row + 1]) - 1] < card)
        row++;
    return row;
}

int32_t CAREFUL_pick(const int32_t table[4][5], const int32_t score[2], const int32_t last[8],
                     const int32_t card[10])
{
    (void)score, (void)last;
    int32_t safe = 0, any = 0;
    for (int i = 0; i < 10; i++) {
        if (card[i] <= 0)
            continue;
        any = card[i];
        int row = row_of(table, card[i]);
        if (row >= 0 && length(table[row]) < 5)
            safe = card[i];
    }
    return safe != 0 ? safe : any;
}

int32_t CAREFUL_choose(const int32_t table[4][5], int32_t card)
{
    (void)card;
    int best = 0;
    int32_t fewest = INT32_MAX;
    for (int r = 0; r < 4; r++) {
        int32_t heads = 0;
        for (int c = 0; c < 5; c++)
            heads += take6_heads(table[r][c]);
        if (heads < fewest) {
            fewest = heads;
            best = r;
        }
    }
    return best;
}
