// Writes 1 GB in many files. Verdict OLE.
#include "hostile.h"

int main(void) {
    facts();
    static char block[1 << 20];
    for (int i = 0; i < 1024; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%d", getenv("TMPDIR"), i);
        int fd = open(path, O_CREAT | O_WRONLY, 0600);
        if (fd < 0 || write(fd, block, sizeof block) < 0) break;
        close(fd);
        usleep(3000);
    }
    sleep(5);
    return 0;
}
