"""What the blackjack judge costs: a whole game, and the shoe of 260,000 cards.

A game is a conversation of some 160,000 requests by two pipes. The peer is a judge in C++ that has
the same conversation on the same core, without limits and transcript; both play with one contestant
in C++, and the judge's cost contains the contestant's. A request takes the peer about three
microseconds, nearly all of them in the kernel, so the limit leaves Python less than one.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, built, call_seconds, interleaved, process_seconds, python, ratio
from blackjack_judge.compiler import CPP, compiled
from blackjack_judge.shoe import DECK, DECKS, make_shoe

SHOE = Claim("making a shoe", "`random.shuffle` of as many cards", at_most=2)
GAME = Claim("a game of 45,000 rounds", "a judge in C++", at_most=1.3)
CLAIMS = (SHOE, GAME)

SEED = 7


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
    contestant = str(compiled(ROOT / "bench/blackjack_flat.cpp"))
    with tempfile.TemporaryDirectory() as folder:
        peer = built("blackjack_peer.cpp", Path(folder), "-O2", f"-I{CPP}")
        seed = Path(folder, "seed")
        seed.write_text(f"{SEED}\n")
        command = python("-m", "blackjack_judge", "--", contestant)
        ours, theirs = interleaved(
            9,
            lambda: process_seconds(command, seed, status=1),
            lambda: process_seconds([peer, str(SEED), contestant], status=1),
        )
    seconds = f"{median(ours):.2f} s of CPU time, the peer {median(theirs):.2f} s"
    yield Row(GAME, ratio(ours, theirs), seconds)


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
