// Compares its descriptors with those of the judge.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_kcmp, getpid(), getppid(), 0, 0, 0) >= 0);
}
