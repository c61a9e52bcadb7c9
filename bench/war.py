"""What War's statistics cost: against a student's Java, against C++, and on a cluster.

Run with ``python -m bench.war``; needs a JDK and g++. Exit status 1 if a ratio is over its limit.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import psutil  # type: ignore[import-untyped]
from distributed import LocalCluster

from bench.peers import ROOT, call_seconds, interleaved, process_seconds, report
from war import kernel
from war.cluster import LEAST, spread
from war.series import Chunk, Series, Tally, chunks

PEERS = ROOT / "bench" / "war_peers"
ROUNDS = 3
VALUES = 13
SEED = 1
# alternate: games of ours and of C++, warm-up and games of Java, and how many times as fast as Java
RULES = {False: (100_000, 300, 700, 450), True: (300_000, 2000, 3000, 170)}
TASKS = 20
IDLE_SECONDS = 5


def build(folder: Path) -> Path:
    """Compile both peers and return the C++ program; the Java classes are beside it."""
    program = folder / "games"
    cpp = ["g++", "-O3", "-march=native", "-o", str(program), str(PEERS / "games.cpp")]
    subprocess.run(cpp, check=True)
    subprocess.run(["javac", "-d", str(folder), str(PEERS / "Homework.java")], check=True)
    return program


def java_seconds(folder: Path, alternate: bool, compare: str) -> float:
    """Return the CPU seconds of a game in the student's Java once it is warm: its thread alone."""
    _, warm_up, games, _ = RULES[alternate]
    command = ["java", "-cp", folder, "Homework", VALUES, warm_up, games, int(alternate), compare]
    output = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True)
    return float(output.stdout.split()[-1]) / games


def against_peers(folder: Path, program: Path, alternate: bool) -> bool:
    """Print the ratios for one rule."""
    games, _, _, least = RULES[alternate]
    chunk = Chunk(Series(VALUES, SEED, alternate=alternate), 0, games)
    cpp = list(map(str, [program, VALUES, 0, games, SEED, chunk.series.riffles, int(alternate)]))
    counted = subprocess.run(cpp, check=True, capture_output=True, text=True).stdout.split()
    assert tuple(map(int, counted)) == kernel.tally(chunk)[:5], "C++ counts otherwise"
    ours, theirs, by_string, by_equals = interleaved(
        ROUNDS,
        lambda: call_seconds(lambda: kernel.tally(chunk)) / games,
        lambda: process_seconds(cpp) / games,
        lambda: java_seconds(folder, alternate, "toString"),
        lambda: java_seconds(folder, alternate, "equals"),
    )
    rule = "alternating" if alternate else "player 1 first"
    rates = [f"{1 / seconds:.0f}" for seconds in (ours, theirs, by_string, by_equals)]
    print(f"{rule}, games a second and core: {rates[0]}, C++ {rates[1]}, Java {rates[2]} by")
    print(f"  toString and {rates[3]} by equals, {by_equals / ours:.0f} times as slow")
    as_fast = report(f"{rule}, CPU time to C++", ours, theirs, 1 / 0.85)
    print(f"{rule}, times as fast as Java by toString: {by_string / ours:.0f} (at least {least})")
    return as_fast and by_string / ours >= least


class Timed(NamedTuple):
    """What a chunk counted, and the CPU seconds of nothing but that."""

    tally: Tally
    seconds: float


def timed(chunk: Chunk) -> Timed:
    """Count a chunk on a worker."""
    start = time.thread_time()
    return Timed(kernel.tally(chunk), time.thread_time() - start)


def wait() -> float:
    """Do nothing for a while, which counts nothing."""
    time.sleep(IDLE_SECONDS)
    return 0.0


def on_a_cluster() -> bool:
    """Print what counting on a cluster of two processes costs over the counting itself.

    An existing cluster costs CPU time while it waits, too; that is measured first and subtracted.
    """
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        address = cluster.scheduler_address.replace("tcp://", "dask://")
        pids = [os.getpid(), *(worker.pid for worker in cluster.workers.values())]

        def run(tasks: int) -> float:
            pieces = chunks(Series(VALUES, SEED, alternate=True), 0, tasks * LEAST, LEAST)
            return sum(result.seconds for result in spread(address, timed, pieces, ""))

        def spent(action: Callable[[], float]) -> tuple[float, float, float]:
            began, before = time.monotonic(), sum(map(cpu_seconds, pids))
            result = action()
            return result, sum(map(cpu_seconds, pids)) - before, time.monotonic() - began

        run(4)  # both workers have imported and loaded everything
        _, idle, waited = spent(wait)
        counting, total, took = spent(lambda: run(TASKS))
    print(f"cluster: {counting:.1f} s of counting, {total:.1f} s in all, idle {idle / waited:.1%}")
    ours = total - idle * took / waited
    return report(f"cluster, {TASKS} tasks, CPU time to counting alone", ours, counting, 1.05)


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds that a process has spent so far."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def main() -> int:
    """Print all ratios and return the exit status."""
    with tempfile.TemporaryDirectory() as name:
        program = build(Path(name))
        kept = [against_peers(Path(name), program, alternate) for alternate in RULES]
    kept.append(on_a_cluster())
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
