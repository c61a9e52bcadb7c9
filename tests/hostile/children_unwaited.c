// Computes in short children that nobody waits for, 6 s in all. Verdict TLE.
#include "hostile.h"

int main(void) {
    facts();
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 300; i++) {
        if (fork() == 0) {
            while (clock() < 20000) continue;
            _exit(0);
        }
        usleep(10000);
    }
    while (wait(NULL) > 0) continue;
    return verdict(1);
}
