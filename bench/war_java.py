"""Cost of `war verify --java` against a student's own run of test 23, which riffles seven times.

The student's class beside `Deck` riffles as many decks and counts the twins of each. Our tests look
for all suspicious results and for lost cards. Both are processes, with the start of Java; ours has
limits, the sandbox, and one in a hundred more decks.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from statistics import median

from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, call_seconds, interleaved, process_seconds, ratio
from cardjudge.commands.programs import ProgramOptions
from war.verify import assignment, homework
from war.verify.exam import Homework

DECKS = 250_000
CLASSES = ROOT / "tests" / "war" / "homeworks" / "java"
SHUFFLES = Claim(f"{DECKS} shuffles of test 23 in Java", "the student's own run", at_most=1.3)
CLAIMS = (SHUFFLES,)


def rows() -> Iterator[Row]:
    """Measure the claim."""
    assignment.DECKS = DECKS
    student = homework.java(CLASSES, ProgramOptions())
    with tempfile.TemporaryDirectory() as folder:
        sources = [*CLASSES.glob("*.java"), ROOT / "bench" / "war_peers" / "Shuffles.java"]
        subprocess.run(["javac", "-d", folder, *map(str, sources)], check=True)
        own = ["java", "-cp", folder, "homework.Shuffles", str(DECKS)]
        ours, theirs = interleaved(
            6, lambda: call_seconds(lambda: tested(student)), lambda: process_seconds(own)
        )
    seconds = f"{median(ours):.2f} s of CPU time, the student's {median(theirs):.2f} s"
    yield Row(SHUFFLES, ratio(ours, theirs), seconds)


def tested(student: Homework) -> None:
    """Run the test, which must pass."""
    assert assignment.run("23", student, 0).passed


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
