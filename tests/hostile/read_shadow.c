// Reads the passwords of all users.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(can_read("/etc/shadow") || can_read("/etc/gshadow"));
}
