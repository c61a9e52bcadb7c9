// Takes memory with children that share nothing, 1 GB at most. Verdict MLE.
#include "hostile.h"

int main(void) {
    facts();
    for (int i = 0; i < 8; i++)
        if (fork() == 0) {
            char *block = malloc(128 << 20);
            if (block != NULL) memset(block, 1, 128 << 20);
            sleep(5);
            _exit(0);
        }
    sleep(5);
    return 0;
}
