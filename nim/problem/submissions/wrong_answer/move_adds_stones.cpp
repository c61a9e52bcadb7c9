#define WRONG_ANSWER_MOVE_ADDS_STONES
#include "../accepted/plain.cpp"
