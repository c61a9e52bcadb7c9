// Listens to all packets.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(socket(17, SOCK_RAW, 0) >= 0);
}
