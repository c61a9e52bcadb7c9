// Leaves a child behind that writes later. Verdict AC.
#include "hostile.h"

int main(void) {
    facts();
    if (fork() == 0) {
        if (fork() == 0) {
            usleep(300000);
            said("broken");
        }
        _exit(0);
    }
    return said("held");
}
