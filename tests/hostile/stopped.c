// Stops itself, to be waited for without an end. Verdict TLE.
#include "hostile.h"
int main(void) { raise(SIGSTOP); }
