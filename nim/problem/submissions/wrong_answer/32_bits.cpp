#define WRONG_ANSWER_32_BITS
#include "../accepted/plain.cpp"
