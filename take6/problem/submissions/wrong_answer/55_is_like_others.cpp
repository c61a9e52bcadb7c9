#define WRONG_ANSWER_55_IS_LIKE_OTHERS
#include "../accepted/plain.cpp"
