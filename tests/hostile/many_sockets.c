// Fills the buffers of thousands of sockets, whose pages no process owns. Verdict AC or MLE.
#include "hostile.h"
int main(void) {
    int told[2], large = 1 << 20;
    static char data[4096];
    pipe(told);
    for (int i = 0; i < 8; i++) if (fork() == 0) {
        long filled = 0;
        int ends[2];
        while (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0)
            for (int k = 0; k < 2; k++) {
                setsockopt(ends[k], SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
                fcntl(ends[k], F_SETFL, O_NONBLOCK);
                while (write(ends[k], data, sizeof data) > 0) filled += sizeof data;
            }
        write(told[1], &filled, sizeof filled);
        pause();
    }
    long all = 0, one;
    for (int i = 0; i < 8 && read(told[0], &one, sizeof one) == sizeof one; i++) all += one;
    return verdict(all > 64 << 20);
}
