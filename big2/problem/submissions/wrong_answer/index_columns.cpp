#define WRONG_ANSWER_INDEX_COLUMNS
#define NOT_WHOLE 0
#include "../accepted/plain.cpp"
