"""What judging a case costs beyond running it: 200 cases of a C program that answers at once.

The peer is the barest loop that starts the same program with the same input and takes its output.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from statistics import median

from rich.console import Console

from bench.claims import Claim, Row, status, told
from bench.peers import call_seconds, interleaved, ratio
from cardjudge.programs.process import Limits
from cardjudge.series.workers import spread
from judge.cases import Case, find
from judge.report import Report
from judge.runner import Runner

CASE = Claim("judging a case", "a bare `subprocess.run` of the program", at_most=1.5)
CLAIMS = (CASE,)

CASES = 200
SOURCE = r"""
#include <stdio.h>
int main(void) { int a, b; if (scanf("%d%d", &a, &b) == 2) printf("%d\n", a + b); return 0; }
"""


def build(folder: Path) -> list[str]:
    """Compile the program and write the cases; return its command."""
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("needs a C compiler")
    (folder / "sum.c").write_text(SOURCE)
    subprocess.run([compiler, "-O2", "-o", folder / "sum", folder / "sum.c"], check=True)
    for number in range(CASES):
        (folder / f"{number}.in").write_text(f"{number} {number}\n")
        (folder / f"{number}.out").write_text(f"{2 * number}\n")
    return [str(folder / "sum")]


def judged(command: list[str], cases: list[Case]) -> None:
    """Judge all cases as the command does, with its limits and its lines."""
    limits = Limits(wall=20, cpu=10, memory=512 << 20, output=64 << 20)
    told = Report([case.name for case in cases], limits, console=Console(file=StringIO()))
    for result in spread(Runner(command, limits=limits), cases):
        told.add(result)
        assert result.verdict == "AC"
    told.end()


def bare(command: list[str], cases: list[Case]) -> None:
    """Run the program on all cases and compare nothing."""
    for case in cases:
        with case.input.open("rb") as stdin:
            subprocess.run(command, stdin=stdin, capture_output=True, check=True)


def rows() -> Iterator[Row]:
    """Measure the claim."""
    with tempfile.TemporaryDirectory() as folder:
        command = build(Path(folder))
        cases = find([Path(folder)])
        ours, peer = interleaved(
            9,
            lambda: call_seconds(lambda: judged(command, cases)),
            lambda: call_seconds(lambda: bare(command, cases)),
        )
    best = f"{1000 * median(ours) / CASES:.2f} ms of CPU time a case"
    yield Row(CASE, ratio(ours, peer), best)


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
