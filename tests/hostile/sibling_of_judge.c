// Starts a child whose parent is the judge.
#include "hostile.h"

int main(void) {
    facts();
    long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return verdict(child > 0);
}
