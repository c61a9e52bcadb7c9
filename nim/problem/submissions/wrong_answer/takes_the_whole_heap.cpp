#define WRONG_ANSWER_TAKES_THE_WHOLE_HEAP
#include "../accepted/plain.cpp"
