// Reads the environment of the first process.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(can_read("/proc/1/environ") || can_read("/proc/1/root/etc/shadow"));
}
