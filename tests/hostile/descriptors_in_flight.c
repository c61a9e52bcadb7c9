// Writes 300 MB in files without a name whose descriptors are on their way. Verdict OLE or AC.
#include "hostile.h"

int main(void) {
    facts();
    static char block[1 << 20];
    int ends[2], sent = 0;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    for (int i = 0; i < 300; i++) {
        char path[4096], rights[CMSG_SPACE(sizeof(int))] = {0};
        snprintf(path, sizeof path, "%s/x", getenv("TMPDIR"));
        int fd = open(path, O_CREAT | O_RDWR, 0600);
        unlink(path);
        if (fd < 0 || write(fd, block, sizeof block) < 0) break;
        struct iovec byte = {block, 1};
        struct msghdr message = {.msg_iov = &byte, .msg_iovlen = 1, .msg_control = rights,
                                 .msg_controllen = sizeof rights};
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(head), &fd, sizeof fd);
        sent += sendmsg(ends[0], &message, 0) == 1;
        close(fd);
        usleep(1000);
    }
    sleep(1);
    return verdict(sent == 300);
}
