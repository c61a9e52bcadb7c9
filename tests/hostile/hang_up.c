// Hangs up the terminal.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_vhangup) == 0);
}
