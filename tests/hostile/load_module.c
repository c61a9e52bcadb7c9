// Loads code into the kernel.
#include "hostile.h"

int main(void) {
    facts();
    errno = 0;
    syscall(SYS_finit_module, -1, "", 0);
    return verdict(errno != EPERM && errno != ENOSYS);
}
