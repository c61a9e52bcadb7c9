#define WRONG_ANSWER_DEALT_FROM_THE_BOTTOM
#include "../accepted/plain.cpp"
