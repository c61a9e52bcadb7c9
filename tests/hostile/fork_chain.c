// Starts a child and ends, again and again, 500 times at most. Verdict AC.
#include "hostile.h"

int main(void) {
    facts();
    said("held");
    for (int i = 0; i < 500; i++) {
        int child = fork();
        if (child != 0) _exit(0);
        usleep(1000);
    }
    return 0;
}
