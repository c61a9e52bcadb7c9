// Reads the messages of the kernel.
#include "hostile.h"

int main(void) {
    facts();
    char log[256];
    return verdict(syscall(SYS_syslog, 3, log, sizeof log) > 0);
}
