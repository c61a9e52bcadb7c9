// Leases its input, so that whoever opens the test next has to wait.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(fcntl(0, F_SETLEASE, F_WRLCK) == 0);
}
