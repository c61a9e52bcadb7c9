"""The solver against small C++ programs: many heaps, large heaps and large graphs.

Times in milliseconds are CPU time without the start of Python. The C++ programs read and write the
same data and count by the same methods.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.claims import Claim, Row, status, told
from bench.peers import (
    built,
    call_seconds,
    difference,
    exact,
    interleaved,
    middle,
    output,
    process_seconds,
    python,
    ratio,
)
from cardjudge.series.estimate import Estimate
from nim.heaps import nim_sum
from nim.taking import values
from nim.taking.rules import GRUNDYS_GAME, Rules, octal
from nim.taking.values import Values

HEAPS = 10**6
VERTICES, EDGES = 10**6, 5 * 10**6
LARGE, PLAIN = 100_000, 10_000


class Game(NamedTuple):
    """A taking-and-breaking game, and what is claimed of its Grundy values."""

    rules: Rules
    compiled: Claim
    plain: Claim

    @staticmethod
    def of(name: str, rules: Rules) -> Game:
        """Make the claims for a game."""
        compiled = Claim(f"Grundy values of {name} to 10^5, compiled", "C++", at_most=2)
        plain = Claim(f"Grundy values of {name} to 10^4 without Numba", at_most=200, unit="ms")
        return Game(rules, compiled, plain)


ADDED = Claim("the nim-sum of 10^6 heaps", "C++")
BELOW_10_6 = Claim("reading and adding 10^6 heaps below 10^6", at_most=140, unit="ms")
BELOW_10_9 = Claim("reading and adding 10^6 heaps below 10^9", at_most=140, unit="ms")
GAMES = (
    Game.of("Kayles", octal("0.77")),
    Game.of("0.007", octal("0.007")),
    Game.of("Grundy's game", GRUNDYS_GAME),
)
PERIOD = Claim("the period of Kayles, and G(10^18)", at_most=50, unit="ms")
GRAPH = Claim("a graph of 10^6 vertices and 5·10^6 edges", "C++", at_most=6)
MEMORY = Claim("the peak memory for this graph", at_most=600, unit="MB")
PROOFS = {
    "0.354": Claim("the proof of the period of 0.354", at_most=20, unit="s"),
    "0.376": Claim("the proof of the period of 0.376", at_most=60, unit="s"),
    "0.1777": Claim("the proof of the period of 0.1777", at_most=300, unit="s"),
}
LARGEST = Claim("the peak memory for this proof", at_most=1500, unit="MB")
MANY = Claim("Grundy values of Grundy's game to 10^7", at_most=60, unit="s")
CLAIMS = (
    BELOW_10_6,
    BELOW_10_9,
    ADDED,
    *(claim for game in GAMES for claim in game[1:]),
    PERIOD,
    GRAPH,
    MEMORY,
    *PROOFS.values(),
    LARGEST,
    MANY,
)

ASK = """

from nim.taking.period import PeriodicValues
from nim.taking.rules import octal
game = PeriodicValues(octal("0.77"))
game.prove(1000)
print(game[10**18])
"""
TO_10_7 = """
from nim.taking.rules import GRUNDYS_GAME
from nim.taking.values import Values
Values(GRUNDYS_GAME).reach(10**7)
"""
PEAK = """
import resource, subprocess, sys
subprocess.run([sys.executable, *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1000)
"""


def write_heaps(path: Path, limit: int) -> Path:
    """Write a lost position of random heaps below a limit, for which only X is to be told."""
    rng = random.Random(1)
    heaps = [rng.randrange(limit) for _ in range(HEAPS - 1)]
    heaps.append(nim_sum(heaps))
    path.write_text(f"{HEAPS}\n{' '.join(map(str, heaps))}\n")
    return path


def write_graph(path: Path) -> Path:
    """Write a random graph without cycles whose vertices have random names."""
    rng = random.Random(2)
    names = list(range(1, VERTICES + 1))
    rng.shuffle(names)
    with path.open("w") as file:
        file.write(f"{VERTICES} {EDGES}\n")
        for _ in range(EDGES):
            a, b = int(rng.random() * VERTICES), int(rng.random() * (VERTICES - 1))
            b += b >= a
            file.write(f"{names[min(a, b)]} {names[max(a, b)]}\n")
    return path


def checksum(values: Iterable[int]) -> int:
    """Return the number by which the C++ program tells its values."""
    total = 0
    for value in values:
        total = (total * 31 + value) % 2**64
    return total


def arguments(rules: Rules) -> list[str]:
    """Return the rules as the C++ program takes them."""

    def listed(numbers: Iterable[int]) -> str:
        return ",".join(map(str, sorted(numbers))) or "-"

    return [str(LARGE), str(int(rules.unequal)), *map(listed, rules[:3])]


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


def large_heaps(folder: Path) -> Iterator[Row]:
    """Measure Grundy values of taking-and-breaking games, and of a heap of 10^18."""
    values.LOADED = values.LARGE  # heaps to 10^4 are left to Python
    peer = built("nim_taking.cpp", folder, "-O3", "-march=native")
    for game in GAMES:
        rules, command = game.rules, [peer, *arguments(game.rules)]
        assert int(output(command)) == checksum(Values(rules).up_to(LARGE))
        ours, cpp, plain = interleaved(
            6,
            lambda rules=rules: call_seconds(lambda: Values(rules).up_to(LARGE)),  # type: ignore[misc]
            lambda command=command: process_seconds(command),  # type: ignore[misc]
            lambda rules=rules: call_seconds(lambda: Values(rules).up_to(PLAIN)),  # type: ignore[misc]
        )
        yield Row(game.compiled, ratio(ours, cpp), f"{median(ours):.2f} s")
        yield Row(game.plain, middle(1000 * seconds for seconds in plain))
    asked, start = interleaved(15, lambda: process_seconds(python("-c", ASK)), bare)
    yield Row(PERIOD, difference(asked, start))


def graph(folder: Path) -> Iterator[Row]:
    """Measure a large graph, with its parsing, and the memory it takes."""
    edges = write_graph(folder / "graph")
    peer = built("nim_graph.cpp", folder, "-O3", "-march=native")
    assert output([peer], edges) == output(python("-m", "nim", "graph"), edges)
    ours, cpp = interleaved(
        6,
        lambda: process_seconds(python("-m", "nim", "graph"), edges),
        lambda: process_seconds([peer], edges),
    )
    yield Row(GRAPH, ratio(ours, cpp), f"{median(ours):.1f} s, with reading and writing")
    yield Row(MEMORY, used(["-m", "nim", "graph"], edges)[1])


def used(arguments: list[str], stdin: Path | None = None) -> tuple[Estimate, Estimate]:
    """Return what Python took once: CPU time in seconds, and memory in MB at its peak."""
    seconds, memory = map(float, output(python("-c", PEAK, *arguments), stdin).split())
    return exact(seconds), exact(memory)


def proofs() -> Iterator[Row]:
    """Measure long proofs, once each."""
    for code, claim in PROOFS.items():
        seconds, memory = used(["-m", "nim", "octal", code, "--limit", str(500 * 10**6)])
        yield Row(claim, seconds)
    yield Row(LARGEST, memory)
    yield Row(MANY, used(["-c", TO_10_7])[0])


def rows() -> Iterator[Row]:
    """Measure all claims."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from many_heaps(folder)
        yield from large_heaps(folder)
        yield from graph(folder)
        yield from proofs()


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
