// Enters the namespaces of the judge.
#include "hostile.h"

int main(void) {
    facts();
    int judge = syscall(434, getppid(), 0);
    return verdict(syscall(SYS_setns, judge, CLONE_NEWNS) == 0);
}
