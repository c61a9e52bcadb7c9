// Gives memory of the judge away.
#include "hostile.h"

int main(void) {
    facts();
    struct iovec part = {(void *)verdict, 4096};
    int judge = syscall(434, getppid(), 0);
    return verdict(syscall(440, judge, &part, 1, MADV_COLD, 0) >= 0);
}
