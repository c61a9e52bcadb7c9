"""Cost of grading a class: 300 submissions of twenty kinds in four languages, 25 tests each.

The class is judged in parts, in turns with a bare loop of bash that runs the same programs under
`timeout` and compares the outputs with `cmp`. Both compile the programs before, in the same way.
A whole run takes twenty minutes. `python -m bench.classroom 120 12` takes a smaller class with the
same twenty kinds in each sixth; there the start of the command weighs more. `BENCH_CACHE=FOLDER`
keeps the compiled programs for the next call.
"""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from shlex import join
from typing import NamedTuple

from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, exact, middle, ratio
from cardjudge.programs.compiler import CompileError, build
from cardjudge.programs.project import NoProgram
from cardjudge.programs.source import read
from judge.classroom import intake
from tests.classroom.kinds import LIMITS, write_class, write_tests

RUN = Claim("a run of a class, beside the program's own CPU time", at_most=10, unit="ms")
LOOP = Claim("judging a class", "a bare loop of bash with `timeout` and `cmp`")
MEMORY = Claim("peak memory with the whole class", "a sixth of it", at_most=1.1)
WORKERS = Claim("wall time with one worker", "`--workers 2`")
AGAIN = Claim("a second call, with nothing to do", at_most=2, unit="s")
CLAIMS = (RUN, LOOP, MEMORY, AGAIN, WORKERS)

STUDENTS, TESTS, PARTS = 300, 25, 6
RESULTS = "class.db"
COMMAND = """
import atexit, sys
from judge.__main__ import main
peak = lambda: open("/proc/self/status").read().partition("VmHWM:")[2].split()[0]
atexit.register(lambda: print("peak", peak(), file=sys.stderr))
main()
"""
LOOP_OF_BASH = """
for test in "$1"/*.in; do
    timeout 6 {command} < $test > out 2> /dev/null; cmp -s out ${{test%.in}}.out
done
"""


class Used(NamedTuple):
    """What a command took: CPU and wall seconds, and the peak of its own memory in KiB."""

    cpu: float
    wall: float
    peak: int


def used(folder: Path, *words: str) -> Used:
    """Run `judge class` on a folder; its programs are counted too."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    arguments = ["class", "hw", "--results", RESULTS, "--sandbox", "auto", *LIMITS, *words]
    run = subprocess.run(
        [sys.executable, "-c", COMMAND, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        env=environment(folder),
    )
    wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Used(cpu, wall, int(run.stderr.split()[-1]))


def environment(folder: Path) -> dict[str, str]:
    """Return that of a user: Python keeps what it has compiled, and so does the kit."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    caches = {
        "PYTHONPYCACHEPREFIX": str(folder.parent / "python"),
        "XDG_CACHE_HOME": cache(folder),
    }
    return {**kept, "PYTHONPATH": str(ROOT), **caches}


def cache(folder: Path) -> str:
    """Return where what was compiled is kept, by all parts: none of it is measured."""
    return os.environ.get("BENCH_CACHE") or str(folder.parent / "cache")


def own(folder: Path) -> tuple[int, float]:
    """Return the number of runs in the database, and the CPU seconds of their programs."""
    with sqlite3.connect(folder / RESULTS) as rows:
        count, cpu = rows.execute("SELECT count(*), total(cpu) FROM runs").fetchone()
    return int(count), float(cpu)


def loops(folder: Path) -> Iterator[str]:
    """Yield a loop of bash for each program of a class that can be run."""
    os.environ["XDG_CACHE_HOME"] = cache(folder)
    for entry in intake.entries(intake.of_folder(folder / "hw")):
        try:
            found = intake.contents(entry).items()
            files = {name: data for name, data in found if isinstance(data, bytes)}
            command = build(read(files)).command
        except (NoProgram, CompileError):
            continue
        # With limits of its own, lest what takes memory or floods takes the machine.
        limits = "ulimit -t 2 -f 8192 -v 4000000; exec"
        yield LOOP_OF_BASH.format(command=f"bash -c {join([f'{limits} {join(command)}'])}")


def bare(folder: Path) -> float:
    """Return the CPU seconds of the loops."""
    script = "".join(loops(folder))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = ["bash", "-c", script, "bash", str(folder / "tests")]
    subprocess.run(words, cwd=folder, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Part(NamedTuple):
    """What a part of the class took: ours, the loop's, and what is ours alone a run, in ms."""

    ours: Used
    loop: float
    added: float


def part(folder: Path, students: int, tests: int) -> Part:
    """Judge a part of the class, its programs compiled before."""
    write_class(folder / "hw", students, tests)
    write_tests(folder / "one", 1)
    write_tests(folder / "tests", tests)
    used(folder, "--tests", "one")
    count, cpu = own(folder)
    ours = used(folder, "--tests", "tests")
    runs, programs = own(folder)
    added = 1000 * (ours.cpu - (programs - cpu)) / (runs - count)
    return Part(ours, bare(folder), added)


def rows() -> Iterator[Row]:
    """Measure the claims."""
    students, tests = [*map(int, sys.argv[1:3])] or [STUDENTS, TESTS]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = []
        for number in range(PARTS):
            (folder / str(number)).mkdir()
            parts.append(part(folder / str(number), students // PARTS, tests))
        note = f"{students} submissions, {tests} tests"
        yield Row(RUN, middle(each.added for each in parts), note)
        yield Row(LOOP, ratio([each.ours.cpu for each in parts], [each.loop for each in parts]))
        whole = folder / "whole"
        whole.mkdir()
        write_class(whole / "hw", students, tests)
        write_tests(whole / "tests", tests)
        peaks = [each.ours.peak for each in parts]
        all_at_once = used(whole, "--tests", "tests", "--workers", "2")
        again = [used(whole, "--tests", "tests") for _ in range(PARTS)]
        yield Row(MEMORY, middle(all_at_once.peak / peak for peak in peaks))
        yield Row(AGAIN, middle(each.wall for each in again), f"{again[0].cpu:.2f} s of CPU time")
        one, two = (folder / "0", "1"), (folder / "1", "2")
        walls = [
            used(where, "--tests", "tests", "--again", "--workers", n).wall
            for where, n in (one, two)
        ]
        yield Row(WORKERS, exact(walls[0] / walls[1]), "a sixth of the class each, compiled before")


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
