// Becomes root in a namespace of its own.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(unshare(CLONE_NEWUSER) == 0);
}
