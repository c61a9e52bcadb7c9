"""Cost of judging beyond running the program, a C program that answers at once.

The peer is the barest loop that starts the same program with the same input and takes its output.
The measurements with many cases run in processes of their own, because memory and wall time belong
to a process. The gain of the bare loop in two processes is the most that the machine can give.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from statistics import median

from rich.console import Console

from bench.claims import Claim, Row, status, told
from bench.peers import call_seconds, difference, interleaved, middle, ratio
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.series.workers import spread
from judge.cases import Case
from judge.layouts import find
from judge.report import Report
from judge.runner import Comparison, Program

CASE = Claim(
    "judging a case with `--sandbox none`", "a bare `subprocess.run` of the program", at_most=1.5
)
BOX = Claim("CPU time of the sandbox, a case", at_most=3, unit="ms")
WORKERS = Claim("short cases with `--workers 2`, in wall time", "the same with one", at_least=1.7)
BARE = Claim("the bare loop in two processes, in wall time", "the same in one")
MEMORY = Claim("memory of ten times as many cases", "that of the fewer", at_most=1.1)
CLAIMS = (CASE, BOX, BARE, WORKERS, MEMORY)

CASES = 200
MANY = int(os.environ.get("CASES", "10000"))
ROUNDS = 6
SOURCE = r"""
#include <stdio.h>
int main(void) { int a, b; if (scanf("%d%d", &a, &b) == 2) printf("%d\n", a + b); return 0; }
"""


def build(folder: Path) -> list[str]:
    """Compile the program; return its command."""
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("needs a C compiler")
    (folder / "sum.c").write_text(SOURCE)
    subprocess.run([compiler, "-O2", "-o", folder / "sum", folder / "sum.c"], check=True)
    return [str(folder / "sum")]


def written(folder: Path, count: int) -> Path:
    """Write so many cases; return their folder."""
    folder.mkdir()
    for number in range(count):
        (folder / f"{number}.in").write_text(f"{number} {number}\n")
        (folder / f"{number}.out").write_text(f"{2 * number}\n")
    return folder


def judged(command: list[str], cases: Sequence[Case], sandbox: Sandbox) -> None:
    """Judge all cases as the command does, with its limits and its lines."""
    limits = Limits(wall=21, cpu=10, memory=512 << 20, output=64 << 20)
    told = Report([case.name for case in cases], limits, Console(file=StringIO()), "no")
    for result in spread(Comparison().judging(Program(tuple(command), limits, sandbox)), cases):
        told.add(result)
        assert result.verdict == "AC"
    told.end()


def apart(action: Callable[[], None], times: int = 1) -> None:
    """Act in a process of its own, or several: no call of the command has two kinds of sandbox."""
    for _ in range(times):
        if os.fork() == 0:
            action()
            os._exit(0)
    statuses = [os.wait()[1] for _ in range(times)]
    assert not any(statuses)


def bare(command: list[str], cases: Sequence[Case]) -> None:
    """Run the program on all cases and compare nothing."""
    for case in cases:
        with case.input.open("rb") as stdin:
            subprocess.run(command, stdin=stdin, capture_output=True, check=True)


def passing(action: Callable[[], None]) -> float:
    """Return the seconds that pass."""
    start = time.monotonic()
    action()
    return time.monotonic() - start


def called(command: list[str], folder: Path, workers: int) -> tuple[float, int]:
    """Call ``judge`` itself; return the seconds that pass and its peak memory in KiB."""
    judge = [sys.executable, "-m", "judge", str(folder), "--workers", str(workers), "--", *command]
    start = time.monotonic()
    with open(os.devnull, "wb") as nowhere, subprocess.Popen(judge, stdout=nowhere) as process:
        _, ended, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(ended)
    assert process.returncode == 0
    return time.monotonic() - start, used.ru_maxrss


def rows() -> Iterator[Row]:
    """Measure the claims."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = build(folder)
        cases = find([written(folder / "few", CASES)])
        ours, boxed, peer = interleaved(
            9,
            lambda: call_seconds(lambda: apart(lambda: judged(command, cases, Sandbox("none")))),
            lambda: call_seconds(lambda: apart(lambda: judged(command, cases, Sandbox()))),
            lambda: call_seconds(lambda: apart(lambda: bare(command, cases))),
        )
        yield Row(
            CASE, ratio(ours, peer), f"{1000 * median(ours) / CASES:.2f} ms of CPU time a case"
        )
        more = difference(boxed, ours)
        yield Row(BOX, more._replace(**{key: n / CASES for key, n in more._asdict().items()}))
        one, two = interleaved(
            9,
            lambda: 2 * passing(lambda: apart(lambda: bare(command, cases))),
            lambda: passing(lambda: apart(lambda: bare(command, cases), 2)),
        )
        yield Row(BARE, ratio(one, two), f"{CASES} cases each")
        yield from many(command, folder)


def many(command: list[str], folder: Path) -> Iterator[Row]:
    """Measure what takes very many cases."""
    few = called(command, written(folder / "fewer", MANY // 10), 1)
    cases = written(folder / "many", MANY)
    pairs = [(called(command, cases, 1), called(command, cases, 2)) for _ in range(ROUNDS)]
    one, two = pairs[0]
    note = f"{MANY} cases: {one[0]:.0f} s and {two[0]:.0f} s; {os.cpu_count()} processors"
    yield Row(WORKERS, middle(one[0] / two[0] for one, two in pairs), note)
    yield Row(MEMORY, middle(one[1] / few[1] for one, _ in pairs), f"{one[1] >> 10} MiB")


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
