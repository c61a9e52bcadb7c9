// Leaves a queue of messages behind.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_msgget, 0, 01600) >= 0);
}
