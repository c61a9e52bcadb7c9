#define WRONG_ANSWER_TAKES_ITS_OWN_CARD_TOO
#include "../accepted/plain.cpp"
