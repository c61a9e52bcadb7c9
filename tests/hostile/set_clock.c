// Sets the clock of the machine.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_settimeofday, NULL, NULL) == 0);
}
