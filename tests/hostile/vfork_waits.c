// Waits in the kernel for a child that never executes anything. Verdict TLE.
#include "hostile.h"
int main(void) { if (vfork() == 0) pause(); }
