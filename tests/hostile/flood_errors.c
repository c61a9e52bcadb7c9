// Writes to standard error for ever, 1 GB at most. Verdict AC.
#include "hostile.h"

int main(void) {
    facts();
    static char block[1 << 20];
    for (int i = 0; i < 64; i++) fwrite(block, 1, sizeof block, stderr);
    return said("held");
}
