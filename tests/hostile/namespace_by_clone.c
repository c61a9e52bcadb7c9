// Starts a child as root in a namespace.
#include "hostile.h"

int main(void) {
    facts();
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return verdict(child > 0);
}
