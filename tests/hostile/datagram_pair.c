// Makes a pair of sockets whose ends can send anywhere.
#include "hostile.h"

int main(void) {
    facts();
    int ends[2];
    return verdict(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
}
