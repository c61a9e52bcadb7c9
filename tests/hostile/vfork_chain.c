// Starts 300 processes with vfork, each of which waits for its child.
#include "hostile.h"

static volatile int made;

static void next(void) {
    if (made == 300) return;
    int child = vfork();
    if (child == 0) {
        made++;
        next();
        _exit(0);
    }
}

int main(void) {
    facts();
    next();
    return verdict(made >= 100);
}
