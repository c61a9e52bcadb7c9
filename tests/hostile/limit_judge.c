// Takes CPU time away from the judge.
#include "hostile.h"

int main(void) {
    facts();
    struct rlimit one = {1, 1};
    return verdict(prlimit(getppid(), RLIMIT_CPU, &one, NULL) == 0);
}
