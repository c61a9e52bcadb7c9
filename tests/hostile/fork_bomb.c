// Starts as many processes as it can, 300 at most.
#include "hostile.h"

int main(void) {
    facts();
    int made = 0;
    for (int i = 0; i < 300; i++) {
        int child = fork();
        if (child == 0) { sleep(5); _exit(0); }
        if (child < 0) break;
        made++;
    }
    return verdict(made >= 100);
}
