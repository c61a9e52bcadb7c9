"""A program that takes all that the kernel counts by user takes nothing from its neighbours."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.hostile.test_hostile import HERE, USER, is_new
from tests.tools import needs, needs_sandbox

pytestmark = [
    pytest.mark.slow,
    needs_sandbox,
    needs("cc"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user"),
]
GREEDY = """
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
"""
RIGHT = """
#include "hostile.h"
#include <time.h>
int main(void) {
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    timer_t timer;
    for (int i = 0; i < 100; i++) if (timer_create(CLOCK_REALTIME, &none, &timer)) return 1;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int i = 0; i < 100; i++) if (sigqueue(getpid(), SIGRTMIN, (union sigval){0})) return 2;
    return 0;
}
"""
AS_A_USER = """
import json, os, sys
USER, folder, what = json.loads(sys.argv[1])
os.setgroups([])
os.setresgid(USER, USER, USER)
os.setresuid(USER, USER, USER)
os.environ["HOME"] = folder
from cardjudge.programs.process import Limits, Process, run
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.probe import probe
from concurrent.futures import ThreadPoolExecutor
limits = Limits(wall=30, cpu=20, memory=256 << 20, output=1 << 20)
for layers in probe(), probe()._replace(mounts=False):
    box = Sandbox("required", readable=(folder,), layers=layers)
    with Process([folder + "/greedy", what], limits=limits, sandbox=box) as greedy:
        greedy.watch_in_background()
        assert greedy.stdout.readline() == b"ready\\n"
        def one(_):
            return run([folder + "/right"], limits=limits, sandbox=box)[0].status
        with ThreadPoolExecutor(2) as workers:
            print(*workers.map(one, range(3)), flush=True)
"""


@pytest.mark.parametrize("what", ["descriptors", "timers", "signals"])
def test_a_greedy_program_takes_nothing_from_its_neighbours(what: str) -> None:
    if not is_new("/usr/bin/python3"):
        pytest.skip("needs a Python 3.11 that other users can read: apt-get install python3")
    with tempfile.TemporaryDirectory(prefix="hostile-") as name:
        world = Path(name)
        shutil.copytree(HERE.parents[1] / "cardjudge", world / "cardjudge")
        for program, text in ("greedy", GREEDY), ("right", RIGHT):
            words = ["cc", "-w", f"-I{HERE}", "-x", "c", "-", "-o", f"{world}/{program}"]
            subprocess.run(words, input=text, text=True, check=True)
        for path in (world, *world.rglob("*")):
            os.chown(path, USER, USER)
        judged = subprocess.run(
            ["/usr/bin/python3", "-c", AS_A_USER, json.dumps([USER, name, what])],
            cwd=world,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert judged.stdout == "0 0 0\n0 0 0\n", judged.stderr
