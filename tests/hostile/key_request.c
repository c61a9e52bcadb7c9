// Asks for a key of the user.
#include "hostile.h"

int main(void) {
    facts();
    errno = 0;
    syscall(SYS_request_key, "user", "x", NULL, 0);
    return verdict(errno != EPERM && errno != ENOSYS);
}
