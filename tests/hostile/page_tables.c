// Touches one page in each of 40,000 far places, so that page tables take 160 MB for each process. Verdict MLE.
#include "hostile.h"
int main(void) {
    chdir(getenv("HOME"));
    int file = open("x", O_RDWR | O_CREAT, 0600);
    ftruncate(file, 4096);
    for (int i = 1; i < 4; i++) if (fork() == 0) break;
    for (long i = 0; i < 40000; i++)
        mmap((void *)(0x100000000000 + (i << 21)), 4096, PROT_READ, MAP_SHARED | MAP_FIXED | MAP_POPULATE, file, 0);
    pause();
}
