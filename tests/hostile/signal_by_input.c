// Has the kernel send signals to the judge when a pipe can be read.
#include "hostile.h"

int main(void) {
    facts();
    int ends[2];
    if (pipe(ends) != 0) return verdict(0);
    int set = fcntl(ends[0], F_SETOWN, getppid());
    fcntl(ends[0], F_SETSIG, SIGKILL);
    fcntl(ends[0], F_SETFL, O_ASYNC);
    if (write(ends[1], "x", 1) != 1) return verdict(0);
    usleep(20000);
    (void)set;
    return verdict(getppid() == 1);
}
