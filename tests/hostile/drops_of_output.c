// Writes a character every few milliseconds, so that the judge wakes all the time. Verdict TLE or OLE or WA.
#include "hostile.h"
int main(void) { for (;; usleep(2000)) write(2, "x", 1); }
