// Counts what other processes do.
#include "hostile.h"

int main(void) {
    facts();
    char attributes[128] = {0};
    *(uint32_t *)(attributes + 4) = 128;
    return verdict(syscall(SYS_perf_event_open, attributes, getppid(), -1, -1, 0) >= 0);
}
