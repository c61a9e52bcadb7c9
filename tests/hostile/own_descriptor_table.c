// Starts a thread that has descriptors of its own, which a look at the process does not show.
#include "hostile.h"

static int thread(void *unused) {
    sleep(1);
    syscall(SYS_exit, 0);
    return 0;
}

int main(void) {
    facts();
    static char stack[1 << 16];
    int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    return verdict(clone(thread, stack + sizeof stack, flags, NULL) >= 0);
}
