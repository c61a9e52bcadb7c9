#define WRONG_ANSWER_PLACED_IN_THE_ORDER_OF_PLAYERS
#include "../accepted/plain.cpp"
