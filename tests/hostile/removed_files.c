// Writes 1 GB in files without a name. Verdict OLE.
#include "hostile.h"

int main(void) {
    facts();
    static char block[1 << 20];
    for (int i = 0; i < 900; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/x", getenv("TMPDIR"));
        int fd = open(path, O_CREAT | O_RDWR, 0600);
        unlink(path);
        if (fd < 0 || write(fd, block, sizeof block) < 0) break;
        usleep(3000);
    }
    sleep(5);
    return 0;
}
