// Watches which programs of the system are used.
#include "hostile.h"
#include <sys/inotify.h>

int main(void) {
    facts();
    return verdict(inotify_add_watch(inotify_init(), "/usr/bin", IN_OPEN) >= 0);
}
