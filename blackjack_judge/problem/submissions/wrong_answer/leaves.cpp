#define WRONG_ANSWER_LEAVES
#include "../accepted/bold.cpp"
