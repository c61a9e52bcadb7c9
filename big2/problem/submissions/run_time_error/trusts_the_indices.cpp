#define RUN_TIME_ERROR_TRUSTS_THE_INDICES
#include "../accepted/plain.cpp"
