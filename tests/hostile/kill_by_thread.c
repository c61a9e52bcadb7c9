// Kills a thread of the judge.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_tgkill, getppid(), getppid(), SIGTERM) == 0);
}
