"""What the sandbox costs: the CPU time of a run with it, against the same without."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import median

from bench.claims import Claim, Row, status, told
from bench.peers import interleaved, process_seconds, python, ratio

RUNS = 100
ALLOWED = 0.003
START = Claim(
    "running `true` with `--sandbox auto`", "`--sandbox none`, and 3 ms of CPU time", at_most=1
)
CLAIMS = (START,)
_SCRIPT = """
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Sandbox
limits = Limits(wall=20, cpu=10, memory=512 << 20, output=64 << 20)
for _ in range({runs}):
    run(["true"], limits=limits, sandbox=Sandbox("{mode}"))
"""


def seconds(mode: str) -> float:
    """Return the CPU seconds of many runs."""
    return process_seconds(python("-c", _SCRIPT.format(runs=RUNS, mode=mode)))


def rows() -> Iterator[Row]:
    """Measure the claim."""
    held, free = interleaved(7, lambda: seconds("auto"), lambda: seconds("none"))
    more = 1000 * (median(held) - median(free)) / RUNS
    allowed = [each + RUNS * ALLOWED for each in free]
    yield Row(START, ratio(held, allowed), f"{more:.1f} ms more")


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
