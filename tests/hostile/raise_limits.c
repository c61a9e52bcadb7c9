// Gives itself more CPU time than it was given.
#include "hostile.h"

int main(void) {
    facts();
    struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    return verdict(setrlimit(RLIMIT_CPU, &all) == 0);
}
