// Makes and closes a thousand pairs of sockets, of which few live at a time: that is allowed.
#include "hostile.h"
int main(void) {
    int ends[2];
    for (int i = 0; i < 1000; i++) {
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return verdict(1);
        close(ends[0]), close(ends[1]);
    }
    return verdict(0);
}
