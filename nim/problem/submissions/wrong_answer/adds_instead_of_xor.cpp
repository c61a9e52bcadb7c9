#define WRONG_ANSWER_ADDS_INSTEAD_OF_XOR
#include "../accepted/plain.cpp"
