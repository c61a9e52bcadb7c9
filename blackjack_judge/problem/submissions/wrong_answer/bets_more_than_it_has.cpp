#define WRONG_ANSWER_BETS_MORE_THAN_IT_HAS
#include "../accepted/bold.cpp"
