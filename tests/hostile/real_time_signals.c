// Queues 5,000 signals for itself, which the kernel counts for the user.
#include "hostile.h"

int main(void) {
    facts();
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    int queued = 0;
    while (queued < 5000 && sigqueue(getpid(), SIGRTMIN + queued % 20, (union sigval){0}) == 0)
        queued++;
    for (int sent = 0; sent < 5000; sent++) kill(getpid(), SIGRTMAX), tgkill(getpid(), getpid(), SIGRTMAX);
    char line[256];
    long now = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, status)) sscanf(line, "SigQ: %ld", &now);
    return verdict(queued >= 5000 || now > 4000);
}
