// Renames the network of the machine.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_setdomainname, "(none)", 6) == 0);
}
