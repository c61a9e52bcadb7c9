// Ends its first thread, and writes 300 MB in open files without a name from another. Verdict OLE.
#include "hostile.h"
#include <thread>

static void fill(void) {
    static char block[1 << 20];
    for (int i = 0; i < 300; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/x", getenv("TMPDIR"));
        int fd = open(path, O_CREAT | O_RDWR, 0600);
        unlink(path);
        if (fd < 0 || write(fd, block, sizeof block) < 0) break;
        usleep(3000);
    }
    sleep(1);
    verdict(1);
    _exit(0);
}

int main(void) {
    facts();
    std::thread(fill).detach();
    pthread_exit(NULL);
}
