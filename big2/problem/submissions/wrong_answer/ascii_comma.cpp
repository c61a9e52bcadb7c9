#define WRONG_ANSWER_ASCII_COMMA
#include "../accepted/plain.cpp"
