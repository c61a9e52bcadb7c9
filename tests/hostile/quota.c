// Changes how much users may write.
#include "hostile.h"

int main(void) {
    facts();
    errno = 0;
    syscall(SYS_quotactl, 0, NULL, 0, NULL);
    return verdict(errno != EPERM && errno != ENOSYS);
}
