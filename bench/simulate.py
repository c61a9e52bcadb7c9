"""Rounds a second of the simulator, shoes included, on one core.

The peer, in C++, makes the shoes of the same seeds and plays the basic strategy with even bets of
2. `count` is slower, because it computes its strategy anew some hundred times a game.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from bench.claims import Claim, Row, status, told
from bench.peers import built, call_seconds, interleaved, middle, output, process_seconds, ratio
from blackjack_judge.judge import Setting
from blackjack_judge.series.simulator import POLICIES, Policy, simulate

EVEN_BETS = Claim("a round of blackjack, simulated", "plain C++", at_most=2.22)
COUNT = Claim("rounds of `count` a second", at_least=2, unit="million")
CLAIMS = (EVEN_BETS, COUNT)

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


def rows() -> Iterator[Row]:
    """Measure both claims."""
    with tempfile.TemporaryDirectory() as folder:
        command = [built("plain_blackjack.cpp", Path(folder), "-O2"), str(SEEDS[0]), str(SEEDS[-1])]
        played, net = map(int, output(command).split())
        setting = Setting(money=10**9, goal=2 * 10**9)
        games = simulate("", EVEN, SEEDS, setting).games
        # A bet of 0 ends each game, as a round that is not counted.
        assert sum(game.rounds - 1 for game in games) == played
        assert sum(game.money - 10**9 for game in games) == net
        ours, theirs = interleaved(
            9,
            lambda: call_seconds(lambda: rounds(EVEN, SEEDS)),
            lambda: process_seconds(command),
        )
    best = f"{played / median(ours) / 1e6:.1f} million a second"
    yield Row(EVEN_BETS, ratio(ours, theirs), best)
    by_count = rounds(POLICIES["count"], SEEDS)
    (seconds,) = interleaved(6, lambda: call_seconds(lambda: rounds(POLICIES["count"], SEEDS)))
    yield Row(COUNT, middle(by_count / each / 1e6 for each in seconds))


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
