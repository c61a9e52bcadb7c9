// Has 30 processes with 60,000 mappings each, so that no look at them comes to an end. Verdict TLE or MLE or OLE.
#include "hostile.h"
int main(void) {
    for (int i = 1; i < 30; i++) if (fork() == 0) break;
    for (int i = 0; i < 60000; i++)
        if (mmap(0, 4096, i & 1 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) break;
    pause();
}
