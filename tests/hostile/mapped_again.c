// Maps a large file 500 times in three processes, so that to sum its pages takes long. Verdict TLE or MLE.
#include "hostile.h"
int main(void) {
    chdir(getenv("HOME"));
    int size = 24 << 20, file = open("x", O_RDWR | O_CREAT, 0600);
    ftruncate(file, size);
    for (int i = 1; i < 3; i++) if (fork() == 0) break;
    for (int i = 0; i < 500; i++) mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    pause();
}
