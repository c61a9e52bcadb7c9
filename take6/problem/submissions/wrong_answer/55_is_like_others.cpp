#define WRONG_ANSWER_55_IS_LIKE_OTHERS
#define NOT_WHOLE 0
#include "../accepted/plain.cpp"
