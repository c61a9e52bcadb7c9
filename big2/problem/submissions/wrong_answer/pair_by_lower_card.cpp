#define WRONG_ANSWER_PAIR_BY_LOWER_CARD
#include "../accepted/plain.cpp"
