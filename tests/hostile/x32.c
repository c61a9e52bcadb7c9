// Makes a system call of the x32 architecture.
#include "hostile.h"

int main(void) {
    facts();
    #ifdef __x86_64__
    int child = fork(), status;
    if (child == 0) _exit(syscall(0x40000000 + 39) > 0 ? 9 : 0);
    waitpid(child, &status, 0);
    return verdict(WIFEXITED(status) && WEXITSTATUS(status) == 9);
    #else
    return verdict(0);
    #endif
}
