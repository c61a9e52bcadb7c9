// Starts a child in a namespace, with arguments that no filter sees.
#include "hostile.h"

int main(void) {
    facts();
    uint64_t arguments[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
    long child = syscall(435, arguments, sizeof arguments);
    if (child == 0) _exit(0);
    return verdict(child > 0);
}
