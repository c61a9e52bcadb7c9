#define WRONG_ANSWER_TIMID
#include "../accepted/bold.cpp"
