// Watches the folder of the answer.
#include "hostile.h"
#include <sys/inotify.h>

int main(void) {
    facts();
    char *slash = strrchr(answer, '/');
    *slash = 0;
    return verdict(inotify_add_watch(inotify_init(), answer, IN_ALL_EVENTS) >= 0);
}
