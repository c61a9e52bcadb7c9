#define WRONG_ANSWER_ASCII_COMMA
#define NOT_WHOLE 0
#include "../accepted/plain.cpp"
