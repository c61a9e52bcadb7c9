"""The solver against a small C++ program, on many heaps.

Times in milliseconds are CPU time without the start of Python. The C++ program reads and writes the
same data.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.claims import Claim, Row, status, told
from bench.peers import (
    built,
    difference,
    interleaved,
    output,
    process_seconds,
    python,
    ratio,
)
from nim.heaps import nim_sum

HEAPS = 10**6

ADDED = Claim("the nim-sum of 10^6 heaps", "C++")
BELOW_10_6 = Claim("reading and adding 10^6 heaps below 10^6", at_most=140, unit="ms")
BELOW_10_9 = Claim("reading and adding 10^6 heaps below 10^9", at_most=140, unit="ms")
CLAIMS = (BELOW_10_6, BELOW_10_9, ADDED)


def write_heaps(path: Path, limit: int) -> Path:
    """Write a lost position of random heaps below a limit, for which only X is to be told."""
    rng = random.Random(1)
    heaps = [rng.randrange(limit) for _ in range(HEAPS - 1)]
    heaps.append(nim_sum(heaps))
    path.write_text(f"{HEAPS}\n{' '.join(map(str, heaps))}\n")
    return path


def bare() -> float:
    """Return what Python's own start takes."""
    return process_seconds(python("-c", "pass"))


def many_heaps(folder: Path) -> Iterator[Row]:
    """Measure the nim-sum of many heaps."""
    small = write_heaps(folder / "small", 10**6)
    large = write_heaps(folder / "large", 10**9)
    peer = built("nim_xor.cpp", folder, "-O3", "-march=native")
    for stones in (small, large):
        assert output(python("-m", "nim"), stones).startswith(output([peer], stones))
    below_10_6, below_10_9, cpp, start = interleaved(
        9,
        lambda: process_seconds(python("-m", "nim"), small),
        lambda: process_seconds(python("-m", "nim"), large),
        lambda: process_seconds([peer], small),
        bare,
    )
    yield Row(BELOW_10_6, difference(below_10_6, start))
    yield Row(BELOW_10_9, difference(below_10_9, start))
    yield Row(ADDED, ratio(below_10_6, cpp), "heaps below 10^6, Python's start included")


def rows() -> Iterator[Row]:
    """Measure all claims."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from many_heaps(folder)


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
