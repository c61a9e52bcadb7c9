"""Cost of a game in the statistics of War, on one core and on a cluster of two processes.

The peers are the same algorithm in C++, which must count the same; a student's homework in Java,
which detects cycles by comparing `toString` of two battles, or by `equals`, after a warm-up; and
the same statistics without NumPy and Numba. Games have 13 values. An idle cluster costs CPU time,
too; that is measured first and subtracted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

import psutil  # type: ignore[import-untyped]
from distributed import LocalCluster

from bench.claims import Claim, Row, status, told
from bench.peers import (
    ROOT,
    built,
    call_seconds,
    exact,
    interleaved,
    output,
    process_seconds,
    ratio,
)
from cardjudge.series.workers import spread
from war.series import kernel
from war.series.chunks import Chunk, Series, Tally, chunks
from war.series.stats import tally_plain

VALUES = 13
SEED = 1


class Games(NamedTuple):
    """Who plays first, how many games each side plays in a round, and what is claimed."""

    alternate: bool
    ours: int
    java: tuple[int, int]
    """Games to warm up, and games."""
    cpp: Claim
    by_string: Claim
    by_equals: Claim
    without: Claim

    @staticmethod
    def of(alternate: bool, games: int, java: tuple[int, int], least: tuple[int, int]) -> Games:
        """Make the claims for a rule."""
        rule = "alternating" if alternate else "player 1 first"
        many = f"games a second, {rule}"
        return Games(
            alternate,
            games,
            java,
            Claim(f"a game of `war stats`, {rule}", "C++", at_most=1.18),
            Claim(many, "a student's Java, `toString`", at_least=least[0]),
            Claim(many, "a student's Java, `equals`"),
            Claim(many, "without NumPy and Numba", at_least=least[1]),
        )


FIRST = Games.of(False, 50_000, (300, 300), (450, 200))
ALTERNATING = Games.of(True, 150_000, (2000, 2000), (170, 100))
CLUSTER = Claim("CPU time of 20 tasks on a cluster", "the counting alone", at_most=1.05)
CLAIMS = (*FIRST[3:], *ALTERNATING[3:], CLUSTER)

ROUNDS = 6
PLAIN = 50
TASKS = 20
IDLE_SECONDS = 5
TASK = 500_000
"""Games of a task."""


def java_seconds(folder: Path, games: Games, compare: str) -> float:
    """Return the CPU seconds of a game in the student's Java once it is warm: its thread alone."""
    warm_up, count = games.java
    command = ["java", "-cp", folder, "Homework", VALUES, warm_up, count]
    told = output([*map(str, command), str(int(games.alternate)), compare])
    return float(told.split()[-1]) / count


def against_peers(folder: Path, program: str, games: Games) -> Iterator[Row]:
    """Measure the claims for one rule."""
    count = games.ours
    series = Series(VALUES, SEED, alternate=games.alternate)
    chunk, few = Chunk(series, 0, count), Chunk(series, 0, PLAIN)
    numbers = [VALUES, 0, count, SEED, series.riffles, int(games.alternate)]
    cpp = [program, *map(str, numbers)]
    assert tuple(map(int, output(cpp).split())) == kernel.tally(chunk)[:5], "C++ counts otherwise"
    ours, theirs, by_string, by_equals, without = interleaved(
        ROUNDS,
        lambda: call_seconds(lambda: kernel.tally(chunk)) / count,
        lambda: process_seconds(cpp) / count,
        lambda: java_seconds(folder, games, "toString"),
        lambda: java_seconds(folder, games, "equals"),
        lambda: call_seconds(lambda: tally_plain(few)) / PLAIN,
    )
    yield Row(games.cpp, ratio(ours, theirs), f"{1 / median(ours):,.0f} games a second")
    yield Row(games.by_string, ratio(by_string, ours))
    yield Row(games.by_equals, ratio(by_equals, ours))
    yield Row(games.without, ratio(without, ours))


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


def on_a_cluster() -> Row:
    """Measure what counting on a cluster of two processes costs over the counting itself."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        address = cluster.scheduler_address.replace("tcp://", "dask://")
        pids = [os.getpid(), *(worker.pid for worker in cluster.workers.values())]

        def run(tasks: int) -> float:
            pieces = chunks(Series(VALUES, SEED, alternate=True), tasks * TASK, TASK)
            return sum(result.seconds for result in spread(timed, pieces, address))

        def spent(action: Callable[[], float]) -> tuple[float, float, float]:
            began, before = time.monotonic(), sum(map(cpu_seconds, pids))
            result = action()
            return result, sum(map(cpu_seconds, pids)) - before, time.monotonic() - began

        run(4)  # both workers have imported and loaded everything
        _, idle, waited = spent(wait)
        counting, total, took = spent(lambda: run(TASKS))
    spared = exact((total - idle * took / waited) / counting)
    return Row(CLUSTER, spared, f"one run; idle at {idle / waited:.1%} of a core")


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds that a process has spent so far."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def rows() -> Iterator[Row]:
    """Measure all claims."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = built("war_peers/games.cpp", folder, "-O3", "-march=native")
        source = ROOT / "bench" / "war_peers" / "Homework.java"
        subprocess.run(["javac", "-d", folder, source], check=True)
        yield from against_peers(folder, program, FIRST)
        yield from against_peers(folder, program, ALTERNATING)
    yield on_a_cluster()


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
