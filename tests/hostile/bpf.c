// Loads a program into the kernel.
#include "hostile.h"

int main(void) {
    facts();
    char attributes[128] = {0};
    return verdict(syscall(SYS_bpf, 0, attributes, 72) >= 0 || (errno != EPERM && errno != ENOSYS));
}
