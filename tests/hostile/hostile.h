// What the hostile programs in C and C++ share: facts from standard input, and the two last words.
#ifndef HOSTILE_H
#define HOSTILE_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <netinet/in.h>
#include <unistd.h>

static char secret[4096], answer[4096], input[4096];
static int port;

// The secret of the teacher, the answer beside the input, the input itself, a port that listens.
static void facts(void) {
    if (scanf("%4095s %4095s %4095s %d", secret, answer, input, &port) != 4) exit(3);
}

static int said(const char *word) {
    puts(word);
    fflush(stdout);
    return 0;
}

// Says "broken" if the attack came through, else "held".
static int verdict(int broken) { return said(broken ? "broken" : "held"); }

static inline int can_read(const char *path) {
    char byte;
    int fd = open(path, O_RDONLY);
    return fd >= 0 && read(fd, &byte, 1) == 1;
}
#endif
