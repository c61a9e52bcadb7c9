// Watches all files.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(SYS_fanotify_init, 0, O_RDONLY) >= 0);
}
