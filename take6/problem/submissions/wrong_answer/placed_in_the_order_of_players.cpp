#define WRONG_ANSWER_PLACED_IN_THE_ORDER_OF_PLAYERS
#define NOT_WHOLE 0
#include "../accepted/plain.cpp"
