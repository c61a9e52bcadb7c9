// Kills the judge.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(kill(getppid(), SIGKILL) == 0);
}
