// Leaves the process group that the judge would kill.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(setpgid(0, 0) == 0);
}
