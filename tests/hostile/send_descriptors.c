// Sends 1,200 descriptors to itself, which the kernel counts for the user.
#include "hostile.h"

int main(void) {
    facts();
    int ends[2], sent = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 3;
    for (int i = 0; i < 1200; i++) {
        char rights[CMSG_SPACE(sizeof(int))] = {0}, byte = 0;
        struct iovec data = {&byte, 1};
        struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = rights,
                                 .msg_controllen = sizeof rights};
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(head), &ends[0], sizeof(int));
        sent += sendmsg(ends[1], &message, MSG_DONTWAIT) == 1;
    }
    return verdict(sent > 0);
}
