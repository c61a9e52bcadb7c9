// Changes its segments.
#include "hostile.h"

int main(void) {
    facts();
    char table[16];
    return verdict(syscall(SYS_modify_ldt, 0, table, sizeof table) >= 0 && errno != EPERM);
}
