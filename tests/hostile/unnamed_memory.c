// Keeps memory in files without names, which no process seems to use. Verdict MLE or OLE or AC.
#include "hostile.h"

int main(void) {
    facts();
    char *megabyte = calloc(1, 1 << 20);
    for (int file = 0; file < 600; file++) {
        int fd = syscall(SYS_memfd_create, "x", 0);
        if (fd < 0 || write(fd, megabyte, 1 << 20) < 0) return verdict(0);
    }
    return verdict(1);
}
