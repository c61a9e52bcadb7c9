// Interrupts the group of the judge.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(kill(-getpgid(getppid()), SIGINT) == 0);
}
