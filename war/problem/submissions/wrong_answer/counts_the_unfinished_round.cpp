#define WRONG_ANSWER_COUNTS_THE_UNFINISHED_ROUND
#include "../accepted/plain.cpp"
