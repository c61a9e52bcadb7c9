// Changes how the judge is scheduled.
#include "hostile.h"

int main(void) {
    facts();
    struct sched_param none = {0};
    return verdict(sched_setscheduler(getppid(), SCHED_BATCH, &none) == 0);
}
