// Has 900 descriptors in each of 30 processes, all of which a look without mounts examines. Verdict TLE or MLE or OLE.
#include "hostile.h"
int main(void) {
    for (int i = 0; i < 900; i++) open("/dev/null", O_RDONLY);
    for (int i = 1; i < 30; i++) if (fork() == 0) break;
    pause();
}
