// Gives the judge the last place in the queue.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(setpriority(PRIO_PROCESS, getppid(), 19) == 0);
}
