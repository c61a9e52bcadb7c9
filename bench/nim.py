"""The solver against small C++ programs: many heaps, large heaps and large graphs.

Run with ``python -m bench.nim``; it needs ``g++`` and the extra ``fast``. Exit status 1 if a ratio
or a time is over its limit.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from bench.peers import ROOT, call_seconds, interleaved, process_seconds, python, report
from nim import octal
from nim.heaps import nim_sum
from nim.period import PeriodicValues
from nim.taking import GRUNDYS_GAME, Rules, Values

HEAPS = 10**6
VERTICES, EDGES = 10**6, 5 * 10**6
LARGE, PLAIN = 100_000, 10_000
GAMES = {
    "Kayles": octal.parse("0.77"),
    "0.007": octal.parse("0.007"),
    "Grundy's game": GRUNDYS_GAME,
}
ASK = """
from nim import octal
from nim.period import PeriodicValues
game = PeriodicValues(octal.parse("0.77"))
game.prove(1000)
print(game[10**18])
"""
PEAK = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "nim", "graph"], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def build(folder: Path, name: str) -> str:
    """Compile a peer and return its path."""
    program = folder / name
    source = ROOT / "bench" / f"{name}.cpp"
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    return str(program)


def write_heaps(path: Path) -> Path:
    """Write a lost position of random heaps below 10^6, for which nothing but X is to be told."""
    rng = random.Random(1)
    heaps = [rng.randrange(10**6) for _ in range(HEAPS - 1)]
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


def output(command: list[str], stdin: Path | None = None) -> list[str]:
    """Return what a command writes, line by line."""
    with open(stdin or os.devnull, "rb") as source:
        run = subprocess.run(command, stdin=source, capture_output=True, check=True, cwd=ROOT)
    return run.stdout.decode().splitlines()


def checksum(values: Iterable[int]) -> int:
    """Return the number by which the C++ program tells its values."""
    total = 0
    for value in values:
        total = (total * 31 + value) % 2**64
    return total


def within(what: str, seconds: float, limit: float) -> bool:
    """Print CPU time in milliseconds against its limit; return whether it is kept."""
    print(f"{what}: {seconds * 1000:.0f} ms (at most {limit * 1000:.0f})")
    return seconds <= limit


def beyond_start(rounds: int, measure: Callable[[], float]) -> float:
    """Return what a process costs more than Python's own start, measured in turns."""
    ours, bare = interleaved(rounds, measure, lambda: process_seconds(python("-c", "pass")))
    return ours - bare


def arguments(rules: Rules) -> list[str]:
    """Return the rules as the C++ program takes them."""

    def listed(numbers: Iterable[int]) -> str:
        return ",".join(map(str, sorted(numbers))) or "-"

    return [str(LARGE), str(int(rules.unequal)), *map(listed, rules[:3])]


def heaps_of_stones(folder: Path) -> list[bool]:
    """Measure the nim-sum of many heaps."""
    stones = write_heaps(folder / "heaps")
    peer = build(folder, "nim_xor")
    assert output([peer], stones) == output(python("-m", "nim"), stones)[:1]
    ours, cpp, bare = interleaved(
        9,
        lambda: process_seconds(python("-m", "nim"), stones),
        lambda: process_seconds([peer], stones),
        lambda: process_seconds(python("-c", "pass")),
    )
    print(f"nim-sum of 10^6 heaps, CPU time to C++: {ours / cpp:.2f}")
    return [within("nim-sum of 10^6 heaps below 10^6 beyond Python's start", ours - bare, 0.140)]


def large_heaps(folder: Path) -> list[bool]:
    """Measure Grundy values of taking and breaking games, and of a heap of 10^18."""
    peer = build(folder, "nim_taking")
    kept = []
    for name, rules in GAMES.items():
        assert output([peer, *arguments(rules)]) == [str(checksum(Values(rules).up_to(LARGE)))]
        ours, cpp, plain = interleaved(
            3,
            lambda rules=rules: call_seconds(lambda: Values(rules).up_to(LARGE)),  # type: ignore[misc]
            lambda rules=rules: process_seconds([peer, *arguments(rules)]),  # type: ignore[misc]
            lambda rules=rules: call_seconds(lambda: Values(rules).up_to(PLAIN)),  # type: ignore[misc]
        )
        kept += [
            report(f"{name} to {LARGE}, CPU time to C++", ours, cpp, 2.0),
            within(f"{name} to {PLAIN} without compiled code", plain, 0.2),
        ]
    asked = beyond_start(15, lambda: process_seconds(python("-c", ASK)))
    kept.append(within("period of Kayles and G(10^18) beyond Python's start", asked, 0.050))
    game = PeriodicValues(octal.parse("0.356"))
    proof = call_seconds(lambda: game.prove(20_000))
    print(f"proof of the period of 0.356: {proof * 1000:.0f} ms")
    return kept


def graphs(folder: Path) -> list[bool]:
    """Measure a large graph, with its parsing, and the memory it takes."""
    edges = write_graph(folder / "graph")
    peer = build(folder, "nim_graph")
    assert output([peer], edges) == output(python("-m", "nim", "graph"), edges)
    ours, cpp = interleaved(
        3,
        lambda: process_seconds(python("-m", "nim", "graph"), edges),
        lambda: process_seconds([peer], edges),
    )
    with edges.open("rb") as stdin:
        run = subprocess.run(python("-c", PEAK), stdin=stdin, capture_output=True, check=True)
    megabytes = int(run.stdout) / 1000
    print(f"graph of 10^6 vertices, peak memory: {megabytes:.0f} MB (at most 600)")
    time_kept = report("graph of 10^6 vertices and 5·10^6 edges, CPU time to C++", ours, cpp, 6.0)
    return [time_kept, megabytes <= 600]


def main() -> int:
    """Print all measures and return the exit status."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = [*heaps_of_stones(folder), *large_heaps(folder), *graphs(folder)]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
