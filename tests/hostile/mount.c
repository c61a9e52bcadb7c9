// Mounts a file system over the tests.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_mount, "none", "/nowhere", "tmpfs", 0, 0) == 0 || errno != EPERM);
}
