// Takes the standard output of the judge.
#include "hostile.h"

int main(void) {
    facts();
    long fd = syscall(SYS_pidfd_open, getppid(), 0);
    return verdict(syscall(438, fd, 1, 0) >= 0);
}
