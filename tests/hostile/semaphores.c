// Leaves semaphores behind.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_semget, 0, 1, 01600) >= 0);
}
