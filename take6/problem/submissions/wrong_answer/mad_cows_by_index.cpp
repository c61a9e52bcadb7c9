#define WRONG_ANSWER_MAD_COWS_BY_INDEX
#include "../accepted/plain.cpp"
