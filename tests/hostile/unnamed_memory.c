// Keeps memory in a file without a name, which no process seems to use.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_memfd_create, "x", 0) >= 0);
}
