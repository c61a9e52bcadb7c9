"""The solver against a small C++ program: many heaps, and taking and breaking.

Times in milliseconds are CPU time without the start of Python. The C++ program reads and writes the
same data and counts by the same method.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.claims import Claim, Row, status, told
from bench.peers import (
    built,
    call_seconds,
    difference,
    interleaved,
    middle,
    output,
    process_seconds,
    python,
    ratio,
)
from nim.heaps import nim_sum
from nim.taking.rules import GRUNDYS_GAME, Rules, octal
from nim.taking.values import Values

HEAPS = 10**6
LAST = 10_000

ADDED = Claim("the nim-sum of 10^6 heaps", "C++")
BELOW_10_6 = Claim("reading and adding 10^6 heaps below 10^6", at_most=140, unit="ms")
BELOW_10_9 = Claim("reading and adding 10^6 heaps below 10^9", at_most=140, unit="ms")
GAMES = {
    Claim(f"Grundy values of {name} to 10^4", at_most=200, unit="ms"): rules
    for name, rules in (
        ("Kayles", octal("0.77")),
        ("0.007", octal("0.007")),
        ("Grundy's game", GRUNDYS_GAME),
    )
}
PERIOD = Claim("the period of Kayles, and G(10^18)", at_most=50, unit="ms")
CLAIMS = (
    BELOW_10_6,
    BELOW_10_9,
    ADDED,
    *GAMES,
    PERIOD,
)

ASK = """

from nim.taking.period import PeriodicValues
from nim.taking.rules import octal
game = PeriodicValues(octal("0.77"))
game.prove(1000)
print(game[10**18])
"""


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


def values_seconds(rules: Rules) -> float:
    """Return what the values up to heap `LAST` take."""
    return call_seconds(lambda: Values(rules).up_to(LAST))


def large_heaps() -> Iterator[Row]:
    """Measure Grundy values of taking-and-breaking games, and of a heap of 10^18."""
    for claim, rules in GAMES.items():
        (plain,) = interleaved(6, partial(values_seconds, rules))
        yield Row(claim, middle(1000 * seconds for seconds in plain))
    asked, start = interleaved(15, lambda: process_seconds(python("-c", ASK)), bare)
    yield Row(PERIOD, difference(asked, start))


def rows() -> Iterator[Row]:
    """Measure all claims."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from many_heaps(folder)
        yield from large_heaps()


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
