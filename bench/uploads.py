"""Cost of hostile uploads: the extra time and memory of `judge class` against a plain program.

The uploads are archives of at most about 400 KB: many small files in a zip inside a zip, endless
extended headers of tar, and as many zeros as a student may hand in. Each is judged with one test,
from the start of the command to the table, in turns with the plain program.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.claims import Claim, Row, status, told
from bench.classroom import Used, used
from bench.peers import middle
from cardjudge.series.estimate import Estimate
from tests.classroom.kinds import write_tests
from tests.classroom.test_archive import bombs, zipped

PROGRAM = b"import sys\nprint(sum(map(int, sys.stdin.read().split())))\n"
FILES, ROUNDS = 1999, 6
UPLOADS = {
    "files.zip": "1,999 small files in a zip in a zip",
    "many.tar.gz": "94 MiB of headers in a .tar.gz",
    "bomb.zip": "64 MiB of zeros in a .zip",
}
TIME = [Claim(f"CPU time of {what}", "a program", 2, unit="s") for what in UPLOADS.values()]
PEAK = [Claim(f"peak memory with {what}", at_most=200, unit="MiB") for what in UPLOADS.values()]
CLAIMS = (*TIME, *PEAK)


def uploads() -> dict[str, bytes]:
    """Return the archives by name."""
    rest = ((f"data/{number}.txt", b"%d" % number) for number in range(FILES - 1))
    inside = zipped([("main.py", PROGRAM), *rest])
    return {**bombs(), "files.zip": zipped([("hw1.zip", inside)])}


def judged(name: str, data: bytes) -> Used:
    """Judge a class of one upload, with nothing known of it before."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "class")
        (folder / "hw").mkdir(parents=True)
        (folder / "hw" / name).write_bytes(data)
        write_tests(folder / "tests", 1)
        return used(folder, "--tests", "tests")


def rows() -> Iterator[Row]:
    """Measure the claims."""
    known = uploads()
    found: dict[str, list[Used]] = {name: [] for name in UPLOADS}
    plain = []
    for _ in range(ROUNDS):
        plain.append(judged("plain.py", PROGRAM))
        for name, costs in found.items():
            costs.append(judged(name, known[name]))
    for claim, (name, costs) in zip(TIME, found.items(), strict=True):
        added = (ours.cpu - its.cpu for ours, its in zip(costs, plain, strict=True))
        yield Row(claim, middle(added), f"{len(known[name]) / 1000:.0f} KB")
    for claim, costs in zip(PEAK, found.values(), strict=True):
        peaks = [each.peak / 1024 for each in costs]
        note = f"a program: {max(each.peak for each in plain) / 1024:.0f} MiB"
        yield Row(claim, Estimate(max(peaks), min(peaks), max(peaks)), note)


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
