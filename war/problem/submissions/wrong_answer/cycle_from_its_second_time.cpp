#define WRONG_ANSWER_CYCLE_FROM_ITS_SECOND_TIME
#include "../accepted/plain.cpp"
