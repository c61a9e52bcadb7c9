/* Take 6! contest: the four functions of a contestant, for games of two players.
 *
 * Write them with a prefix of your own in place of P, for example CSIE_40771131H_pick.
 * Standard output is discarded; write to standard error.
 */
#ifndef TAKE6_H
#define TAKE6_H

#include <stdint.h>

#ifdef P

#define TAKE6_JOIN_(prefix, name) prefix##_##name
#define TAKE6_JOIN(prefix, name) TAKE6_JOIN_(prefix, name)

/* A game begins; you are player id, 0 or 1. */
void TAKE6_JOIN(P, setup)(int32_t id);

/* Your ten cards. */
void TAKE6_JOIN(P, deal)(const int32_t cards[10]);

/* Return a card of yours.
 * table: the rows in ascending order of their last cards; empty places are 0.
 * score: the heads of players 0 and 1.
 * last:  last[k] is the card that the other player played in round k + 1; 0 where that is still to
 *        come. Rounds 9 and 10 are not told.
 * card:  your hand in the order it was dealt; used cards are -1. */
int32_t TAKE6_JOIN(P, pick)(const int32_t table[4][5], const int32_t score[2],
                            const int32_t last[8], const int32_t card[10]);

/* Your card is lower than every row: return the row of the table that you take, 0 to 3. */
int32_t TAKE6_JOIN(P, choose)(const int32_t table[4][5], int32_t card);

#endif

/* The heads of a card; 0 for an empty place and for a used card. */
static inline int32_t take6_heads(int32_t card)
{
    if (card <= 0)
        return 0;
    if (card == 55)
        return 7;
    if (card % 11 == 0)
        return 5;
    if (card % 10 == 0)
        return 3;
    return card % 5 == 0 ? 2 : 1;
}

#endif
