#define WRONG_ANSWER_PAIR_BY_LOWER_CARD
#define NOT_WHOLE 0
#include "../accepted/plain.cpp"
