#define WRONG_ANSWER_DEALT_FROM_THE_BOTTOM
#define NOT_WHOLE 0
#include "../accepted/plain.cpp"
