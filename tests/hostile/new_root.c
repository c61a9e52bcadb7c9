// Gives itself another root.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(chroot(getenv("TMPDIR")) == 0);
}
