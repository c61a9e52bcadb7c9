// Prepares a file system.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(430, "tmpfs", 0) >= 0);
}
