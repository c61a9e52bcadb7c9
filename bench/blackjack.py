"""Cost of the blackjack judge: a whole game, and the shoe of 260,000 cards.

A game is a conversation of some 180,000 requests through two pipes, with limits and the sandbox.
The peer is a judge in C++ that holds the same conversation on the same core, without limits,
sandbox and transcript. Both play with the same contestant in C++, and both figures contain its
cost. A bare loop in Python that knows all replies in advance costs about as much as the whole peer.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from subprocess import PIPE

from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, built, call_seconds, interleaved, process_seconds, python, ratio
from blackjack_judge.contestants.build import CPP, source_of
from blackjack_judge.contestants.program import Program
from blackjack_judge.judge import Setting, play
from blackjack_judge.shoe import DECK, DECKS, make_shoe
from cardjudge.programs.compiler import build
from cardjudge.programs.process import Limits

SHOE = Claim("making a shoe", "`random.shuffle` of as many cards", at_most=2)
GAME = Claim("a game of 45,000 rounds", "a judge in C++", at_most=1.7)
BARE = Claim("the same with all replies known in advance", "a judge in C++")
CLAIMS = (SHOE, GAME, BARE)

SEED = 7


def replies(contestant: str) -> list[bytes]:
    """Return all lines of the judge in a game."""
    lines: list[str] = []
    play(make_shoe(SEED), Program([contestant], Limits()), Setting(), lines.append)
    return [f"{line[2:]}\n".encode() for line in lines if line.startswith("<")]


def reply(contestant: str, known: list[bytes]) -> None:
    """Have a game in which nothing is parsed, judged or checked."""
    with subprocess.Popen([contestant], bufsize=0, stdin=PIPE, stdout=PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        requests, answers = process.stdout.fileno(), process.stdin.fileno()
        for line in known:
            os.write(answers, line)
            os.read(requests, 256)


def rows() -> Iterator[Row]:
    """Measure both claims."""
    cards = [card % 13 + 1 for card in range(DECKS * DECK)]
    shoe, shuffle = interleaved(
        9,
        lambda: call_seconds(lambda: make_shoe(SEED)),
        lambda: call_seconds(lambda: random.Random(SEED).shuffle(cards)),
    )
    yield Row(SHOE, ratio(shoe, shuffle), f"{1000 * median(shoe):.0f} ms")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    contestant = build(source_of(ROOT / "bench/blackjack_flat.cpp")).command[0]
    with tempfile.TemporaryDirectory() as folder:
        peer = built("blackjack_peer.cpp", Path(folder), "-O2", f"-I{CPP}", f"-I{ROOT / 'bench'}")
        seed = Path(folder, "seed")
        seed.write_text(f"{SEED}\n")
        command = python("-m", "blackjack_judge", "--", contestant)
        known = replies(contestant)
        ours, theirs, bare = interleaved(
            9,
            lambda: process_seconds(command, seed, status=1),
            lambda: process_seconds([peer, str(SEED), contestant], status=1),
            lambda: call_seconds(lambda: reply(contestant, known)),
        )
    seconds = f"{median(ours):.2f} s of CPU time, the peer {median(theirs):.2f} s"
    yield Row(GAME, ratio(ours, theirs), seconds)
    yield Row(BARE, ratio(bare, theirs), "without the start of Python and the shoe")


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
