// Pins the judge to one processor.
#include "hostile.h"

int main(void) {
    facts();
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    return verdict(sched_setaffinity(getppid(), sizeof one, &one) == 0);
}
