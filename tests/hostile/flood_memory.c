// Takes memory, 2 GB at most. Verdict MLE.
#include "hostile.h"

int main(void) {
    facts();
    for (int i = 0; i < 2048; i++) {
        char *block = malloc(1 << 20);
        if (block == NULL) break;
        memset(block, 1, 1 << 20);
    }
    pause();
    return 0;
}
