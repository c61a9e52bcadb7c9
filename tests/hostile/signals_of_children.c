// Has children whose ends queue real-time signals.
#include "hostile.h"

int main(void) {
    facts();
    int child = syscall(SYS_clone, SIGRTMIN, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return verdict(child > 0);
}
