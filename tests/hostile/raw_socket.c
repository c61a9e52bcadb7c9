// Listens to the whole network.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(socket(AF_PACKET, SOCK_RAW, 0) >= 0);
}
