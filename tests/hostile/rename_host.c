// Renames the machine.
#include "hostile.h"

int main(void) {
    facts();
    char name[256];
    gethostname(name, sizeof name);
    return verdict(sethostname(name, strlen(name)) == 0);
}
