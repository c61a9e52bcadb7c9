// Lets the kernel compute for it.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(socket(38, SOCK_SEQPACKET, 0) >= 0);
}
