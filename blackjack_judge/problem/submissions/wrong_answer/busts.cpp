#define WRONG_ANSWER_BUSTS
#include "../accepted/bold.cpp"
