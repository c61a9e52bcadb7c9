// Reads the memory of the judge by a system call.
#include "hostile.h"

int main(void) {
    facts();
    char byte;
    struct iovec mine = {&byte, 1}, its = {(void *)main, 1};
    return verdict(process_vm_readv(getppid(), &mine, 1, &its, 1, 0) == 1 || errno == EFAULT);
}
