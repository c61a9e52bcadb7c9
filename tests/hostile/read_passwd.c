// Reads the users of the machine.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(can_read("/etc/passwd"));
}
