// Leaves shared memory for the next program.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_shmget, 4711, 4096, 01600) >= 0);
}
