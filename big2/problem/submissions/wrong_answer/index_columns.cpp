#define WRONG_ANSWER_INDEX_COLUMNS
#include "../accepted/plain.cpp"
