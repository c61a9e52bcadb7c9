#define WRONG_ANSWER_FIRST_MOVE_ONLY
#include "../accepted/plain.cpp"
