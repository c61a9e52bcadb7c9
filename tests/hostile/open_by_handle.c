// Opens a file by its number, past all folders.
#include "hostile.h"

int main(void) {
    facts();
    char handle[256] = {0};
    int mount_id;
    *(unsigned *)handle = 128;
    int named = syscall(SYS_name_to_handle_at, AT_FDCWD, secret, handle, &mount_id, 0);
    return verdict(named == 0 && syscall(SYS_open_by_handle_at, open("/usr", O_RDONLY), handle, 0) >= 0);
}
