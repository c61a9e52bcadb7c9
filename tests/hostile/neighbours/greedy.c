#include "hostile.h"
#include <time.h>
static void take(const char *what) {
    if (*what == 'd') {
        int ends[2];
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
        for (int i = 0; i < 5; i++) {
            char rights[CMSG_SPACE(240 * sizeof(int))] = {0}, byte = 0;
            struct iovec data = {&byte, 1};
            struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = rights,
                                     .msg_controllen = sizeof rights};
            struct cmsghdr *head = CMSG_FIRSTHDR(&message);
            head->cmsg_level = SOL_SOCKET;
            head->cmsg_type = SCM_RIGHTS;
            head->cmsg_len = CMSG_LEN(240 * sizeof(int));
            for (int j = 0; j < 240; j++) ((int *)CMSG_DATA(head))[j] = ends[0];
            sendmsg(ends[1], &message, MSG_DONTWAIT);
        }
    }
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    timer_t timer;
    if (*what == 't') for (int i = 0; i < 200000; i++) timer_create(CLOCK_REALTIME, &none, &timer);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    if (*what == 's')
        for (int i = 0; i < 200000; i++) sigqueue(getpid(), SIGRTMIN, (union sigval){0});
}
int main(int count, char **words) {
    take(words[1]);
    said("ready");
    sleep(20);
}
