#define WRONG_ANSWER_MAD_COWS_BY_INDEX
#define NOT_WHOLE 0
#include "../accepted/plain.cpp"
