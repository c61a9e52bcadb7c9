// Makes 5,000 timers, which the kernel counts for the user.
#include "hostile.h"
#include <time.h>

int main(void) {
    facts();
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    timer_t timer;
    int made = 0;
    while (made < 5000 && timer_create(CLOCK_REALTIME, &none, &timer) == 0) made++;
    return verdict(made < 100 || made >= 5000);
}
