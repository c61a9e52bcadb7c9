// Makes a system call of the 32-bit architecture, whose numbers mean other calls.
#include "hostile.h"

int main(void) {
    facts();
    #ifdef __x86_64__
    int child = fork(), status;
    if (child == 0) {
        long result;
        __asm__ volatile("int $0x80" : "=a"(result) : "a"(20));
        _exit(result > 0 ? 9 : 0);
    }
    waitpid(child, &status, 0);
    return verdict(WIFEXITED(status) && WEXITSTATUS(status) == 9);
    #else
    return verdict(0);
    #endif
}
