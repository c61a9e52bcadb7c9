#define WRONG_ANSWER_STRAIGHT_DOES_NOT_WRAP
#define NOT_WHOLE 0
#include "../accepted/plain.cpp"
