// Leaves a file in /dev/shm.
#include "hostile.h"

int main(void) {
    facts();
    int found = access("/dev/shm/hostile", F_OK) == 0;
    open("/dev/shm/hostile", O_CREAT | O_WRONLY, 0600);
    return verdict(found);
}
