#define RUN_TIME_ERROR_AT_MOST_100_HEAPS
#include "../accepted/plain.cpp"
