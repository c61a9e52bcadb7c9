// Asks the kernel for the addresses of this machine.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(socket(AF_NETLINK, SOCK_RAW, 0) >= 0);
}
