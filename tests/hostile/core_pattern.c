// Names a program that runs outside after a crash.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(open("/proc/sys/kernel/core_pattern", O_WRONLY) >= 0);
}
