// Moves large mappings in turns, so that a look waits for the lock of its memory. Verdict TLE or MLE.
#include "hostile.h"
int main(void) {
    size_t size = 128 << 20;
    char *place = mmap(0, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 1; i < 4; i++) if (fork() == 0) break;
    mmap(place, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_POPULATE, -1, 0);
    for (int i = 0;; i = !i)
        mremap(place + i * size, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, place + !i * size);
}
