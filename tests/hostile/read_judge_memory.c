// Reads the memory of the judge by its file.
#include "hostile.h"

int main(void) {
    facts();
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    return verdict(open(path, O_RDONLY) >= 0);
}
