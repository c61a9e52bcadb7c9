// Reads the environment of the judge.
#include "hostile.h"

int main(void) {
    facts();
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", getppid());
    return verdict(can_read(path));
}
