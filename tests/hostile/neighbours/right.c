#include "hostile.h"
#include <time.h>
int main(void) {
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    timer_t timer;
    for (int i = 0; i < 100; i++) if (timer_create(CLOCK_REALTIME, &none, &timer)) return 1;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int i = 0; i < 100; i++) if (sigqueue(getpid(), SIGRTMIN, (union sigval){0})) return 2;
    return 0;
}
