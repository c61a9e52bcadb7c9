// Asks for a name that leads past all folders.
#include "hostile.h"

int main(void) {
    facts();
    struct { unsigned size; int kind; char rest[128]; } handle = {128};
    int mount;
    return verdict(syscall(SYS_name_to_handle_at, AT_FDCWD, "/", &handle, &mount, 0) == 0);
}
