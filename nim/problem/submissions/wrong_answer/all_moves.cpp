#define WRONG_ANSWER_ALL_MOVES
#include "../accepted/plain.cpp"
