// Stops the judge.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(kill(getppid(), SIGSTOP) == 0);
}
