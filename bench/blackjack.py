"""What the blackjack judge costs: a whole game against a judge in C++, the shoe against a shuffle.

Run with ``python -m bench.blackjack``; exit status 1 if a ratio is over its limit.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.peers import ROOT, call_seconds, interleaved, process_seconds, python, report
from blackjack_judge.compiler import CPP, compiled
from blackjack_judge.shoe import DECK, DECKS, make_shoe

SEED = 7
ROUNDS = 44_912
"""The rounds of the game with this seed, until the cards run out."""


def main() -> int:
    """Print the ratios and return the exit status."""
    cards = [card % 13 + 1 for card in range(DECKS * DECK)]
    shoe, shuffle = interleaved(
        9,
        lambda: call_seconds(lambda: make_shoe(SEED)),
        lambda: call_seconds(lambda: random.Random(SEED).shuffle(cards)),
    )
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    contestant = str(compiled(ROOT / "bench/blackjack_flat.cpp"))
    with tempfile.TemporaryDirectory() as directory:
        peer, seed = Path(directory) / "peer", Path(directory) / "seed"
        seed.write_text(f"{SEED}\n")
        source = ROOT / "bench/blackjack_peer.cpp"
        flags = ["-O2", "-std=c++17", f"-I{CPP}"]
        subprocess.run(["g++", *flags, "-o", peer, source], check=True)
        ours, theirs = interleaved(
            7,
            lambda: process_seconds(
                python("-m", "blackjack_judge", "--", contestant), seed, status=1
            ),
            lambda: process_seconds([str(peer), str(SEED), contestant], status=1),
        )
    print(f"one game, {ROUNDS} rounds: {ours:.2f} s of CPU time, judge in C++: {theirs:.2f} s")
    kept = [
        report("a shoe, CPU time to random.shuffle", shoe, shuffle, 2.0),
        report("a whole game on one core, CPU time to a judge in C++", ours, theirs, 1.3),
    ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
