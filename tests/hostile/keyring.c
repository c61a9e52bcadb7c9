// Leaves a message in a keyring of the user.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_add_key, "user", "hostile", "x", 1, -4) >= 0);
}
