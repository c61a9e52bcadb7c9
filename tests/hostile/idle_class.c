// Lets itself wait: a process that runs only on an idle core, beside one of its own that keeps it busy. Verdict TLE.
#include "hostile.h"
#include <time.h>
int main(void) {
    cpu_set_t one;
    sched_getaffinity(0, sizeof one, &one);
    for (int i = 0, kept = 0; i < CPU_SETSIZE; i++) if (CPU_ISSET(i, &one) && kept++) CPU_CLR(i, &one);
    sched_setaffinity(0, sizeof one, &one);
    if (fork() == 0) {
        struct sched_param none = {0};
        sched_setscheduler(0, SCHED_IDLE, &none);
        for (;;) usleep(1);
    }
    for (;; usleep(60000))
        for (clock_t end = clock() + 20000; clock() < end;);
}
