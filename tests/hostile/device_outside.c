// Leaves a device beside the answer; the kernel asks no right for the number 0, 0.
#include "hostile.h"
#include <sys/sysmacros.h>

int main(void) {
    facts();
    strcat(answer, ".device");
    return verdict(mknod(answer, S_IFCHR | 0600, makedev(0, 0)) == 0);
}
