#define WRONG_ANSWER_PLAYER_2_PLAYS_FIRST
#include "../accepted/plain.cpp"
