#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static double used(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}
static void *burn(void *seconds) {
    double end = used(CLOCK_THREAD_CPUTIME_ID) + *(double *)seconds;
    while (used(CLOCK_THREAD_CPUTIME_ID) < end);
    return 0;
}
int main(int count, char **words) {
    double each = 0.6 / 3, few = 0.6 / 40, all = 0.6;
    pthread_t threads[3];
    if (*words[1] == 'o') burn(&all);
    if (*words[1] == 't') {
        for (int i = 0; i < 3; i++) pthread_create(threads + i, 0, burn, &each);
        for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    }
    if (*words[1] == 'c') {
        for (int i = 0; i < 3; i++) if (fork() == 0) return burn(&each) != 0;
        while (wait(0) > 0);
    }
    if (*words[1] == 'p') for (int i = 0; i < 40; i++) {
        if (fork() == 0) return burn(&few) != 0;
        wait(0);
    }
    if (*words[1] == 's') usleep(600000);
}
