// Lets the judge open no files.
#include "hostile.h"

int main(void) {
    facts();
    struct rlimit few = {3, 3};
    return verdict(prlimit(getppid(), RLIMIT_NOFILE, &few, NULL) == 0);
}
