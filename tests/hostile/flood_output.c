// Writes for ever, 1 GB at most. Verdict OLE.
#include "hostile.h"

int main(void) {
    facts();
    static char block[1 << 20];
    for (int i = 0; i < 1024; i++) fwrite(block, 1, sizeof block, stdout);
    return 0;
}
