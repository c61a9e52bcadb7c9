// Writes 300 MB in files without a name that are mapped and not open. Verdict OLE.
#include "hostile.h"

int main(void) {
    facts();
    const size_t size = 4 << 20;
    for (int i = 0; i < 75; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/x", getenv("TMPDIR"));
        int fd = open(path, O_CREAT | O_RDWR, 0600);
        char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        for (size_t at = 0; at < size; at += 4096)
            if (pwrite(fd, "x", 1, at) != 1) return sleep(1);
        memory[0] = 'y';
        unlink(path);
        close(fd);
        usleep(5000);
    }
    sleep(2);
    return verdict(1);
}
