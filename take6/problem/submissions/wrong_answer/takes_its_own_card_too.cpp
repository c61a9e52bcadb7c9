#define WRONG_ANSWER_TAKES_ITS_OWN_CARD_TOO
#define NOT_WHOLE 0
#include "../accepted/plain.cpp"
