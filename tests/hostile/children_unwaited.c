// Computes in short children that nobody waits for, 6 s in all. Verdict TLE.
#include "hostile.h"

int main(void) {
    facts();
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 300; i++) {
        pid_t child;
        while ((child = fork()) < 0) usleep(1000);  // as many as it may have are alive
        if (child == 0) {
            while (clock() < 20000) continue;
            _exit(0);
        }
        usleep(10000);
    }
    while (wait(NULL) > 0) continue;
    return verdict(1);
}
