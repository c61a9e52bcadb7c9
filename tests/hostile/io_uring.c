// Has the kernel make system calls by a queue.
#include "hostile.h"

int main(void) {
    facts();
    char parameters[256] = {0};
    return verdict(syscall(425, 4, parameters) >= 0);
}
