"""Whether `judge hack` finds the programs with one fault that the tests refuse, and how small.

The mutants of `bench.adequacy` are drawn with a fixed seed; on each that its tests refuse, `hack`
searches with three seeds of its own, 60 s of CPU time at most; what the first seed found is shrunk.
The three searches on one mutant are one cluster. CPU time is that of all processes of the search.

``python -m bench.hack GAME… --mutants 20`` takes so many mutants of these games only.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.adequacy import COMPILER, GAMES, Mutant, mutants, plain, precompiled, survives, tests
from bench.claims import Claim, Row, status, told
from cardjudge.programs.sandbox import Sandbox
from cardjudge.series.estimate import mean, share_of_clusters
from judge.problem.hack import Search, hack
from judge.problem.problem import Problem
from judge.problem.trial import Trial
from judge.runner import Program

SEEDS = range(3)
MOST_CPU = 60.0
DRAWN = 71
"""The seed that chooses the mutants."""
_TICKS = os.sysconf("SC_CLK_TCK")
_TRIES = 10**6


class Found(NamedTuple):
    """A search: CPU seconds to the first input, or None, and bytes of the shortest."""

    cpu: float | None
    size: int


def claims(game: str) -> tuple[Claim, Claim, Claim]:
    """Return what is claimed of a game."""
    return (
        Claim(f"searches of {game} that find a mutant within 60 s of CPU time", at_least=0.95),
        Claim(f"CPU time to the first input of {game}", at_most=MOST_CPU, unit="s"),
        Claim(f"shortest input of {game}", "the largest test", at_most=1),
    )


def spent() -> float:
    """Return the CPU seconds of this process and of all its children, the living ones too."""
    times = os.times()
    living = 0
    for task in Path("/proc/self/task").iterdir():
        for child in (task / "children").read_text().split():
            try:
                stat = Path(f"/proc/{child}/stat").read_text()
            except FileNotFoundError:
                continue
            living += sum(map(int, stat.rpartition(")")[2].split()[11:15]))
    return sum(times[:4]) + living / _TICKS


def searched(trial: Trial, program: Program, seed: int, shrinks: bool) -> Found:
    """Search for an input on which a program is wrong, and perhaps shrink it."""
    start = spent()
    first: list[float] = []

    def tell(search: Search, is_shorter: bool) -> None:
        used = spent() - start
        if is_shorter:
            first.append(used)
        if used > MOST_CPU if not first else not shrinks:
            search.until = time.monotonic()

    failure = hack(Search(trial, trial.judge.judging(program), tell), _TRIES, seed)
    return Found(first[0] if first else None, len(failure.input) if failure else 0)


def refused(game: str, header: str, folder: str) -> Iterator[tuple[Mutant, Program]]:
    """Yield mutants that the tests refuse, in the order of a fixed seed, each as a program."""
    every = sorted(mutants(plain(game)))  # they come from sets
    random.Random(DRAWN).shuffle(every)
    cases, limits = tests(game), Problem.load(game).limits()
    for number, mutant in enumerate(every):
        if survives(mutant, header, cases) is False:
            binary = Path(folder, f"mutant{number}")
            command = [*COMPILER, "-include", header, "-x", "c++", "-", "-o", str(binary)]
            subprocess.run(command, input=mutant.source, text=True, check=True)
            yield mutant, Program((str(binary),), limits, Sandbox("none"))


def rows(games: tuple[str, ...], count: int) -> Iterator[Row]:
    """Search for each of so many mutants of each game, and print those that are not found."""
    for game in games:
        shares, cpu, sizes = [], [], []
        largest = max(case.input.stat().st_size for case in tests(game))
        with TemporaryDirectory() as folder, Trial(Problem.load(game)) as trial:
            Path(folder).chmod(0o755)
            trial.take_reference(None, trial.box())
            for mutant, program in islice(
                refused(game, precompiled(plain(game), folder), folder), count
            ):
                found = [searched(trial, program, seed, seed == SEEDS[0]) for seed in SEEDS]
                times = [one.cpu for one in found if one.cpu is not None]
                shares.append(len(times) / len(found))
                cpu += times
                if found[0].cpu is not None:
                    sizes.append(found[0].size)
                shown = ", ".join(f"{seconds:.1f} s" for seconds in times)
                print(f"{game}: {mutant.before} → {mutant.after}: {shown}", flush=True)
        share, seconds, size = claims(game)
        note = f"{len(shares)} mutants, {len(SEEDS)} seeds each"
        yield Row(share, share_of_clusters(shares, len(SEEDS)), note)
        yield Row(seconds, mean(cpu, 0), f"at most {max(cpu, default=0):.1f} s")
        ratios = [one / largest for one in sizes]
        note = f"{sum(sizes) / max(1, len(sizes)):.0f} of {largest:,} bytes"
        yield Row(size, mean(ratios, 0), f"{note}; at most {max(sizes, default=0):,}")


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m bench.hack", description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--mutants", type=int, default=20, metavar="N")
    asked = parser.parse_args()
    every = [claim for game in asked.games for claim in claims(game)]
    sys.exit(status(told(every, rows(tuple(asked.games), asked.mutants))))
