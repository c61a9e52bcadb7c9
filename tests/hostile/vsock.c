// Calls the host of a virtual machine.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(socket(40, SOCK_STREAM, 0) >= 0);
}
