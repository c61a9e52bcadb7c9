// Lets the judge wait for the disk.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_ioprio_set, 1, getppid(), 3 << 13) == 0);
}
