// Reads the answer by a call that checks less.
#include "hostile.h"

int main(void) {
    facts();
    uint64_t how[3] = {O_RDONLY, 0, 0};
    return verdict(syscall(437, AT_FDCWD, answer, how, sizeof how) >= 0);
}
