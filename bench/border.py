"""Verdicts on a busy machine: programs at the border of a limit, under a load of 20.

``python -m bench.border [TIMES]`` runs each program so often (10), four at once, as the user who
calls it; run it as root and as an ordinary user. It prints the wrong verdicts and the errors of the
CPU time. What is right is decided by a run of the program alone and without limits, by the
program's own figures, so nothing else may run beside the script; programs within 2 % of a limit are
left out.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

from cardjudge.programs.limits import MIB, Exceeded, Limits
from cardjudge.programs.process import run
from cardjudge.programs.sandbox import Sandbox
from tests.processes import busy_processes

LOAD, TIMES, AT_ONCE, NEAR = 20, 10, 4, 0.02
LIMITS = Limits(wall=2.2, cpu=1.0, memory=64 * MIB, output=MIB, processes=64)
FREE = Limits(wall=60, cpu=60, memory=1024 * MIB, output=MIB, processes=128)
PROGRAMS = [
    *(f"memory {size}" for size in (54, 56, 58, 60, 62, 66, 67, 68, 69, 70)),
    *(f"child {size}" for size in (58, 68)),
    *(f"processes {number}" for number in (63, 64, 65)),
    *(
        f"{how} {seconds}"
        for how in ("one", "threads", "children")
        for seconds in (0.85, 0.9, 0.95, 1.04, 1.07, 1.1)
    ),
    *(f"sleep {seconds}" for seconds in (1.9, 2.0, 2.1, 2.28, 2.4)),
]
SOURCE = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static double at(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}
static double most;
static double used(int who) {
    struct rusage all;
    getrusage(who, &all);
    if (all.ru_maxrss / 1024.0 > most) most = all.ru_maxrss / 1024.0;
    struct timeval user = all.ru_utime, system = all.ru_stime;
    return user.tv_sec + system.tv_sec + (user.tv_usec + system.tv_usec) / 1e6;
}
static void *burn(void *seconds) {
    double end = at(CLOCK_THREAD_CPUTIME_ID) + *(double *)seconds;
    while (at(CLOCK_THREAD_CPUTIME_ID) < end) for (volatile int i = 0; i < 10000; i++);
    return 0;
}
int main(int count, char **words) {
    double start = at(CLOCK_MONOTONIC), size = atof(words[2]), third = size / 3;
    double before = used(RUSAGE_SELF);
    int processes = 1, gate[2];
    pipe(gate);
    pthread_t threads[3];
    switch (words[1][0] != 'c' ? words[1][0] : words[1][5] ? 'r' : 'd') {
    case 'm': case 'd':
        if (words[1][0] == 'm' || fork() == 0) {
            volatile char *place = malloc(size * (1 << 20));
            for (long at = 0; at < size * (1 << 20); at += 4096) place[at] = 1;
            if (words[1][0] == 'c') _exit(0);
        }
        break;
    case 'p':
        while (processes < size) {
            pid_t child = fork();
            if (child < 0) break;
            if (child == 0) { close(gate[1]); read(gate[0], &processes, 1); _exit(0); }
            processes++;
        }
        close(gate[1]);
        break;
    case 'o': burn(&size); break;
    case 't':
        for (int i = 0; i < 3; i++) pthread_create(threads + i, 0, burn, &third);
        for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
        break;
    case 'r': for (int i = 0; i < 3; i++) if (fork() == 0) { burn(&third); _exit(0); } break;
    case 's': usleep(size * 1e6);
    }
    while (wait(0) > 0);
    double cpu = used(RUSAGE_SELF) - before + used(RUSAGE_CHILDREN);
    printf("%f %f %f %d\n", cpu, at(CLOCK_MONOTONIC) - start, most, processes);
}
"""
"""It prints its CPU time, its time, its peak memory in MiB, and its processes."""


def called(
    binary: Path, program: str, limits: Limits
) -> tuple[Exceeded | None, float, list[float]]:
    """Return the limit exceeded, the judge's CPU seconds, and the program's figures if it ended."""
    box = Sandbox("auto", readable=(binary.parent,))
    ended, output = run([str(binary), *program.split()], limits=limits, sandbox=box)
    return ended.exceeded, ended.cpu, [float(word) for word in output.split()]


def due(figures: list[float]) -> tuple[Exceeded | None, bool]:
    """Return the limit that figures exceed, and whether one is too near to its limit to tell."""
    assert LIMITS.cpu is not None
    assert LIMITS.wall is not None
    assert LIMITS.memory is not None
    cpu, wall, memory, _ = figures
    parts: dict[Exceeded, float] = {
        "memory": memory * MIB / LIMITS.memory,
        "cpu": cpu / LIMITS.cpu,
        "wall": wall / LIMITS.wall,
    }
    near = any(abs(part - 1) <= NEAR for part in parts.values())
    return next((limit for limit, part in parts.items() if part > 1), None), near


def main() -> int:
    """Return the exit status: 1 if a verdict is wrong."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    wrong: Counter[str] = Counter()
    errors: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        binary = Path(folder, "border")
        words = ["cc", "-O1", "-pthread", "-x", "c", "-", "-o", str(binary)]
        subprocess.run(words, input=SOURCE, text=True, check=True)
        alone = {program: called(binary, program, FREE)[2] for program in PROGRAMS}
        judged = [program for program in PROGRAMS if not due(alone[program])[1]]
        with busy_processes(LOAD), ProcessPoolExecutor(AT_ONCE) as pool:
            # In the order of the list, four with 63 processes run at once: a load of 270.
            runs = Random(1).sample(judged * times, len(judged) * times)
            for program, (exceeded, cpu, figures) in zip(
                runs, pool.map(partial(called, binary, limits=LIMITS), runs), strict=True
            ):
                right, _ = due(alone[program])
                errors += [abs(cpu - figures[0])] if figures else []
                most = LIMITS.processes or 0
                fits = not figures or figures[3] == min(alone[program][3], most)
                if exceeded != right or not fits:
                    wrong[f"{program}: {exceeded}, not {right}"] += 1
    left_out = [program for program in PROGRAMS if program not in judged]
    print(f"{times * len(judged)} runs; left out: {', '.join(left_out) or 'none'}")
    print(
        f"wrong: {wrong.total()}",
        *(f"  {times} × {what}" for what, times in wrong.items()),
        sep="\n",
    )
    errors.sort()
    middle, last = errors[len(errors) // 2], errors[-1]
    print(f"CPU time: off by {1000 * middle:.1f} ms in the median, {1000 * last:.1f} ms at most")
    return int(wrong.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
