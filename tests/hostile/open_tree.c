// Takes a copy of the tree of files.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(428, AT_FDCWD, "/", 1) >= 0);
}
