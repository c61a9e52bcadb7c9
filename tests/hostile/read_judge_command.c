// Reads the command line of the judge, where a seed might stand.
#include "hostile.h"

int main(void) {
    facts();
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/cmdline", getppid());
    return verdict(can_read(path));
}
