// Writes into the memory of the judge.
#include "hostile.h"

int main(void) {
    facts();
    char byte = 0;
    struct iovec own = {&byte, 1}, other = {(void *)verdict, 1};
    errno = 0;
    process_vm_writev(getppid(), &own, 1, &other, 1, 0);
    return verdict(errno != EPERM && errno != ESRCH);
}
