// Leaves a message for the next program.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_msgget, 4711, 01600) >= 0);
}
