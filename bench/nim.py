"""The solver against a small C++ program that reads and writes the same data, on many heaps."""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.claims import Claim, Row, status, told
from bench.peers import built, interleaved, output, process_seconds, python, ratio
from nim.heaps import nim_sum

HEAPS = 10**6

ADDED = Claim("the nim-sum of 10^6 heaps", "C++")
CLAIMS = (ADDED,)


def write_heaps(path: Path) -> Path:
    """Write a lost position of random heaps, for which only X is to be told."""
    rng = random.Random(1)
    heaps = [rng.randrange(HEAPS) for _ in range(HEAPS - 1)]
    heaps.append(nim_sum(heaps))
    path.write_text(f"{HEAPS}\n{' '.join(map(str, heaps))}\n")
    return path


def many_heaps(folder: Path) -> Iterator[Row]:
    """Measure the nim-sum of many heaps."""
    heaps = write_heaps(folder / "heaps")
    peer = built("nim_xor.cpp", folder, "-O3", "-march=native")
    assert output(python("-m", "nim"), heaps).startswith(output([peer], heaps))
    own, cpp = interleaved(
        9,
        lambda: process_seconds(python("-m", "nim"), heaps),
        lambda: process_seconds([peer], heaps),
    )
    yield Row(ADDED, ratio(own, cpp), "heaps below 10^6, Python's start included")


def rows() -> Iterator[Row]:
    """Measure all claims."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from many_heaps(folder)


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
