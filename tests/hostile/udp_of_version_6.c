// Sends by version 6 of the internet.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(socket(AF_INET6, SOCK_DGRAM, 0) >= 0);
}
