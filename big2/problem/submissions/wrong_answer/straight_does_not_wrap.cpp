#define WRONG_ANSWER_STRAIGHT_DOES_NOT_WRAP
#include "../accepted/plain.cpp"
