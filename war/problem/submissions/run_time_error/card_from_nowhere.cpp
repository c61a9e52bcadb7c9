#define RUN_TIME_ERROR_CARD_FROM_NOWHERE
#include "../accepted/plain.cpp"
