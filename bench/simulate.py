"""Rounds a second of the simulator, against the same rounds in plain C++, on one core.

Both make the shoes of the same seeds and play the basic strategy through them with even bets of 2;
the peer is `plain_blackjack.cpp`. Run with ``python -m bench.simulate``; exit status 1 if the
simulator plays fewer rounds in a CPU second than 0.45 (1 / 2.22) of what C++ plays. What `count`
plays is printed too: it finds its play anew some hundred times a game.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.peers import ROOT, call_seconds, interleaved, process_seconds, report
from blackjack_judge.judge import Setting
from blackjack_judge.simulator import POLICIES, Policy, simulate

SEEDS = range(1, 41)
END = 60
"""A round takes fewer cards; the peer begins none with fewer left."""


def two(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet 2, until hardly a round may be left."""
    return 2 if left >= 60 else 0


EVEN = Policy("basic", two)


def rounds(policy: Policy, seeds: Sequence[int]) -> int:
    """Return how many rounds are played, the last of a game not counted where it is not begun."""
    setting = Setting(money=10**9, goal=2 * 10**9) if policy is EVEN else Setting()
    return sum(game.rounds for game in simulate("", policy, seeds, setting).games)


def main() -> int:
    """Print rounds a second and the ratio, and return the exit status."""
    with tempfile.TemporaryDirectory() as directory:
        peer = str(Path(directory, "peer"))
        source = str(ROOT / "bench" / "plain_blackjack.cpp")
        subprocess.run(["g++", "-O2", "-std=c++17", "-o", peer, source], check=True)
        command = [peer, str(SEEDS[0]), str(SEEDS[-1])]
        played, net = map(int, subprocess.check_output(command).split())
        setting = Setting(money=10**9, goal=2 * 10**9)
        games = simulate("", EVEN, SEEDS, setting).games
        # A bet of 0 ends each game, as a round that is not counted.
        assert sum(game.rounds - 1 for game in games) == played
        assert sum(game.curve[-1] - 10**9 for game in games) == net
        ours, theirs = interleaved(
            5,
            lambda: call_seconds(lambda: rounds(EVEN, SEEDS)),
            lambda: process_seconds(command),
        )
    best = call_seconds(lambda: rounds(POLICIES["count"], SEEDS))
    print(f"even bets: {played / ours / 1e6:.1f} million rounds a second, shoes included")
    print(f"plain C++: {played / theirs / 1e6:.1f} million")
    print(f"count: {rounds(POLICIES['count'], SEEDS) / best / 1e6:.1f} million")
    return 0 if report("CPU time a round, to plain C++", ours, theirs, 2.22) else 1


if __name__ == "__main__":
    sys.exit(main())
