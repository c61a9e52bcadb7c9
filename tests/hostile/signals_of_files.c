// Lets a pipe queue real-time signals.
#include "hostile.h"

int main(void) {
    facts();
    int ends[2];
    if (pipe(ends)) return 3;
    return verdict(fcntl(ends[0], F_SETSIG, SIGRTMIN) == 0);
}
