// Fills 640 MB of shared memory and gives each page up as soon as it is full. Verdict MLE.
#include "hostile.h"

int main(void) {
    facts();
    const size_t size = 640 << 20, step = 16 << 20;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (size_t at = 0; at < size; at += step) {
        memset(memory + at, 1, step);
        madvise(memory + at, step, MADV_DONTNEED);
    }
    sleep(2);
    return verdict(1);
}
