// Leaves a file in /dev/shm.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(open("/dev/shm/hostile", O_CREAT | O_WRONLY, 0600) >= 0);
}
