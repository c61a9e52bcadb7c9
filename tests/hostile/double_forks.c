// Leaves 200 orphans, one after the other, which end at once: they are no processes any more.
#include "hostile.h"

int main(void) {
    facts();
    for (int i = 0; i < 200; i++) {
        int child = fork();
        if (child < 0) return verdict(1);
        if (child == 0) _exit(fork() < 0);
        int status;
        if (waitpid(child, &status, 0) != child || status != 0) return verdict(1);
    }
    return verdict(0);
}
