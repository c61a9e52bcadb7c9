// Finds the answer beside what standard input is.
#include "hostile.h"

int main(void) {
    facts();
    char path[4096] = {0};
    if (readlink("/proc/self/fd/0", path, sizeof path - 5) < 0) return verdict(0);
    char *dot = strrchr(path, '.');
    if (dot != NULL) strcpy(dot, ".out");
    return verdict(can_read(path));
}
