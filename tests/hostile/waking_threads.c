// Wakes 400 threads together twenty times a second, whose waits add up to more than the time. Verdict TLE.
#include "hostile.h"
#include <pthread.h>
#include <time.h>
static void *wake(void *none) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    for (;;) {
        at.tv_nsec += 50000000 - at.tv_nsec % 50000000;
        if (at.tv_nsec >= 1000000000) at.tv_nsec -= 1000000000, at.tv_sec++;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, 0);
    }
}
int main(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    pthread_t thread;
    for (int i = 0; i < 400; i++) pthread_create(&thread, &small, wake, 0);
    pause();
}
