// Queues a signal for the judge.
#include "hostile.h"

int main(void) {
    facts();
    siginfo_t sent = {.si_code = SI_QUEUE};
    return verdict(syscall(SYS_rt_sigqueueinfo, getppid(), SIGCONT, &sent) == 0);
}
