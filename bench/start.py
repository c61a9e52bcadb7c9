"""Cost of a judge: its start against that of Python, and its design against a plain script."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import partial
from statistics import median

from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, call_seconds, interleaved, process_seconds, python, ratio
from tests.big2 import plain
from tests.big2.plain import judged, random_game

START = Claim("judging one game, `python -m big2`", "`python -c pass`", at_most=1.6)
VERSION = Claim("`python -m big2 --version`", "`python -c pass`", at_most=2.5)
OPTIONS = Claim("the same with `--punctuation` and `--patterns`", "`python -c pass`", at_most=2.5)
DESIGN = Claim("judging games of Big-2", "a plain script without structure", at_most=2)
CLAIMS = (START, VERSION, OPTIONS, DESIGN)

GAMES = 500
SAMPLE = ROOT / "testdata" / "big2" / "sample.in"


def rows() -> Iterator[Row]:
    """Measure both claims."""
    start, bare = interleaved(
        25,
        lambda: process_seconds(python("-m", "big2"), SAMPLE),
        lambda: process_seconds(python("-c", "pass")),
    )
    yield Row(START, ratio(start, bare), f"{1000 * median(start):.0f} ms")
    options = ("--punctuation", "ascii", "--patterns", "單張,對子,葫蘆")
    for claim, words in (VERSION, ("--version",)), (OPTIONS, options):
        opened, bare = interleaved(
            25,
            partial(process_seconds, python("-m", "big2", *words), SAMPLE),
            lambda: process_seconds(python("-c", "pass")),
        )
        yield Row(claim, ratio(opened, bare), f"{1000 * median(opened):.0f} ms")
    rng = random.Random(2)
    games = [random_game(rng) for _ in range(GAMES)]
    assert all(judged(game) == plain.judge(game) for game in games)
    ours, peer = interleaved(
        9,
        lambda: call_seconds(lambda: [judged(game) for game in games]),
        lambda: call_seconds(lambda: [plain.judge(game) for game in games]),
    )
    yield Row(DESIGN, ratio(ours, peer), f"{GAMES / median(ours):.0f} games a second")


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
