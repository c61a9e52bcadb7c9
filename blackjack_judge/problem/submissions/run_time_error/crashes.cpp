#define RUN_TIME_ERROR_CRASHES
#include "../accepted/bold.cpp"
