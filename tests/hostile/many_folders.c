// Makes 9,000 folders, which a look without mounts examines each time. Verdict TLE or OLE.
#include "hostile.h"
int main(void) {
    char name[16];
    chdir(getenv("HOME"));
    for (int i = 0; i < 9000; i++) {
        snprintf(name, sizeof name, "%d", i);
        mkdir(name, 0700);
    }
    pause();
}
