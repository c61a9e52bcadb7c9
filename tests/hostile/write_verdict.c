// Writes "Accepted" where the judge writes.
#include "hostile.h"

int main(void) {
    facts();
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/1", getppid());
    int fd = open(path, O_WRONLY);
    return verdict(fd >= 0 && write(fd, "AC\n", 3) == 3);
}
