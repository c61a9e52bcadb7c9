// Makes the judge its tracer, which then takes each of its signals for its end.
#include "hostile.h"

int main(void) {
    facts();
    int traced = ptrace(PTRACE_TRACEME, 0, 0, 0) == 0;
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    return verdict(traced);
}
