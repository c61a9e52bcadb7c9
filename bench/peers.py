"""Side-by-side measurement: every ratio comes from runs that take turns on one machine."""

from __future__ import annotations

import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median

from cardjudge.series.estimate import Estimate

ROOT = Path(__file__).resolve().parent.parent
_TAIL = 0.025
"""How probable it may be that the true median is below an interval, and how probable above."""


def process_seconds(command: Sequence[str], stdin: Path | None = None, status: int = 0) -> float:
    """Return the CPU seconds, user and system, of a process that must end with `status`.

    Those of the processes that it has started and waited for are counted too.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with open(stdin or os.devnull, "rb") as source:
        process = subprocess.Popen(
            command, stdin=source, stdout=subprocess.DEVNULL, env=environment, cwd=ROOT
        )
        _, ended, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(ended)
    if process.returncode != status:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def call_seconds(action: Callable[[], object]) -> float:
    """Return the CPU seconds of a call, with those of the programs that it has waited for."""
    start = _used()
    action()
    return _used() - start


def _used() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def output(command: Sequence[str], stdin: Path | None = None) -> str:
    """Return what a command writes; it must end with status 0."""
    with open(stdin or os.devnull, "rb") as source:
        run = subprocess.run(command, stdin=source, stdout=subprocess.PIPE, check=True, cwd=ROOT)
    return run.stdout.decode()


def interleaved(rounds: int, *measures: Callable[[], float]) -> list[list[float]]:
    """Return the samples of each measure, from rounds in which they take turns after a warm-up."""
    for measure in measures:
        measure()
    samples = [[measure() for measure in measures] for _ in range(rounds)]
    return [list(column) for column in zip(*samples, strict=True)]


def ratio(ours: Iterable[float], peer: Iterable[float]) -> Estimate:
    """Estimate the ratio of two costs that were measured in turns, round by round."""
    return middle(a / b for a, b in zip(ours, peer, strict=True))


def difference(ours: Iterable[float], peer: Iterable[float]) -> Estimate:
    """Estimate in milliseconds what one costs more than the other, round by round."""
    return middle(1000 * (a - b) for a, b in zip(ours, peer, strict=True))


def middle(samples: Iterable[float]) -> Estimate:
    """Estimate the median by that of the samples; there must be 6 or more.

    The interval is free of any distribution: it lies between the k-th least and the k-th greatest
    sample, k as great as 95 % allow, since each sample is as probably below the median as above.

    >>> middle([3, 1, 2, 9, 5, 4])
    Estimate(value=3.5, low=1, high=9)
    """
    ordered = sorted(samples)
    n = len(ordered)
    cut, below = 0, 1
    while below <= _TAIL * 2**n:
        cut += 1
        below += math.comb(n, cut)
    if cut == 0:
        raise ValueError("an interval of 95 % takes 6 samples")
    return Estimate(median(ordered), ordered[cut - 1], ordered[-cut])


def exact(value: float) -> Estimate:
    """Return what was measured once and has no spread."""
    return Estimate(value, value, value)


def python(*arguments: str) -> list[str]:
    """Return the command of this Python with arguments."""
    return [sys.executable, *arguments]


def built(source: str, folder: Path, *flags: str) -> str:
    """Compile a C++ program of bench/ into a folder and return its path."""
    program = folder / Path(source).stem
    path = ROOT / "bench" / source
    subprocess.run(["g++", "-std=c++17", *flags, "-o", program, path], check=True)
    return str(program)
