// Starts and ends ten threads at a time and sleeps in between: their ends must not stop the clock. Verdict TLE.
#include "hostile.h"
#include <pthread.h>
static void *pass(void *none) { return none; }
int main(void) {
    pthread_t threads[10];
    for (;; usleep(40000)) {
        for (int i = 0; i < 10; i++) pthread_create(threads + i, 0, pass, 0);
        for (int i = 0; i < 10; i++) pthread_join(threads[i], 0);
    }
}
