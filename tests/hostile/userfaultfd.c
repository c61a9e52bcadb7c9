// Holds the kernel up in the middle of a copy.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_userfaultfd, 1) >= 0);
}
