// Waits for ever, and ignores all signals. Verdict TLE.
#include "hostile.h"

int main(void) {
    facts();
    for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    for (;;) pause();
}
