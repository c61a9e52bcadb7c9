#define TIME_LIMIT_EXCEEDED_NO_SEARCH_FOR_CYCLES
#include "../accepted/plain.cpp"
