// Reads the memory of the machine.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(can_read("/dev/mem") || can_read("/proc/kcore") || can_read("/dev/kmsg"));
}
