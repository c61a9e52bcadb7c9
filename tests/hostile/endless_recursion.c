// Calls itself for ever. Verdict RE or MLE.
#include "hostile.h"

static int deep(int n) {
    volatile char room[4096];
    room[0] = (char)n;
    return deep(n + 1) + room[0];
}

int main(void) {
    facts();
    return deep(0);
}
