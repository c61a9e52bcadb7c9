// Makes a pair of sockets of the internet.
#include "hostile.h"

int main(void) {
    facts();
    int pair[2];
    return verdict(socketpair(AF_INET, SOCK_STREAM, 0, pair) == 0);
}
