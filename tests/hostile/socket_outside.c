// Leaves a socket beside the answer, without a call for sockets.
#include "hostile.h"

int main(void) {
    facts();
    strcat(answer, ".socket");
    return verdict(mknod(answer, S_IFSOCK | 0600, 0) == 0);
}
