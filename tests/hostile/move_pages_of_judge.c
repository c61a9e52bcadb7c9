// Moves memory of the judge.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_move_pages, getppid(), 0, NULL, NULL, NULL, 0) == 0);
}
