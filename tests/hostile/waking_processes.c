// Wakes 30 processes together a hundred times a second, and waits for none of them. Verdict TLE.
#include "hostile.h"
#include <time.h>
int main(void) {
    for (int i = 1; i < 30; i++) if (fork() == 0) break;
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    for (;;) {
        at.tv_nsec += 10000000 - at.tv_nsec % 10000000;
        if (at.tv_nsec >= 1000000000) at.tv_nsec -= 1000000000, at.tv_sec++;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, 0);
    }
}
