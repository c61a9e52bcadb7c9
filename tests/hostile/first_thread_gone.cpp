// Ends its first thread, of which the kernel tells the judge, and fills 600 MB from another. Verdict MLE.
#include "hostile.h"
#include <thread>

static void fill(void) {
    for (int i = 0; i < 600; i++) {
        memset(malloc(1 << 20), 1, 1 << 20);
        usleep(1000);
    }
    verdict(1);
    _exit(0);
}

int main(void) {
    facts();
    std::thread(fill).detach();
    pthread_exit(NULL);
}
