#define RUN_TIME_ERROR_TRUSTS_THE_CARDS
#include "../accepted/plain.cpp"
