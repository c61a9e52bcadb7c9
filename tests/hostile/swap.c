// Ends the use of swap.
#include "hostile.h"

int main(void) {
    facts();
    errno = 0;
    syscall(SYS_swapoff, "/no/such/file");
    return verdict(errno != EPERM);
}
