"""Side-by-side measurement: every ratio comes from runs that take turns on one machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent


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
    """Return the CPU seconds of a call in this process."""
    start = time.process_time()
    action()
    return time.process_time() - start


def interleaved(rounds: int, *measures: Callable[[], float]) -> list[float]:
    """Return the median of each measure over rounds in which they take turns, after a warm-up."""
    for measure in measures:
        measure()
    samples = [[measure() for measure in measures] for _ in range(rounds)]
    return [median(column) for column in zip(*samples, strict=True)]


def report(what: str, ours: float, peer: float, limit: float) -> bool:
    """Print the ratio of two costs against its limit; return whether it is kept."""
    ratio = ours / peer
    print(f"{what}: {ratio:.2f} (at most {limit})")
    return ratio <= limit


def python(*arguments: str) -> list[str]:
    """Return the command of this Python with arguments."""
    return [sys.executable, *arguments]
