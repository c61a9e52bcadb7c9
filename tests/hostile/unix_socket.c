// Makes a socket to reach a service of this machine.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
}
