// Starts and ends five children at a time and sleeps in between: their ends must not stop the clock. Verdict TLE.
#include "hostile.h"
int main(void) {
    for (;; usleep(40000)) {
        for (int i = 0; i < 5; i++) if (fork() == 0) _exit(0);
        while (wait(0) > 0);
    }
}
