"""The strength of the levels of Take 6!, for docs/research/take6.md.

``python docs/research/take6_strength.py FIRST OTHERS [--seats 4] [--deals 100] [--mad X]
[--seconds 500]`` plays FIRST in each seat of every deal against OTHERS in all other seats, and
prints the share of the win of FIRST, with its 95 % interval by deal, and the heads of both. Players
are levels such as ``6:50ms`` or strangers of `take6_pool.py`. It stops
after so many seconds of CPU time.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from random import Random
from statistics import fmean

from cardjudge.series.estimate import share_of_clusters
from docs.research.take6_pool import STRANGERS, played
from take6.game import Rule
from take6.players import player
from take6.players.base import Player, shuffled


def make(name: str) -> Player:
    """Return the player of a level or the stranger of a name."""
    return STRANGERS[name]() if name in STRANGERS else player(name)


def main() -> None:
    """Print the line that is asked for."""
    parser = ArgumentParser(prog="python docs/research/take6_strength.py")
    parser.add_argument("first")
    parser.add_argument("others", nargs="+")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--mad", type=int)
    parser.add_argument("--seconds", type=float, default=500.0)
    asked = parser.parse_args()
    for others in asked.others:
        line(asked.first, others, asked.seats, asked.deals, Rule(asked.mad), asked.seconds)


def line(first: str, others: str, seats: int, deals: int, rule: Rule, most: float) -> None:
    """Play one against the others and print the result."""
    start = time.process_time()
    shares, own, theirs = [], [], []
    one, other = make(first), make(others)
    for deal in range(deals):
        if time.process_time() - start > most:
            break
        won, deck = 0.0, shuffled(Random(f"strength/deal {deal}"))
        for seat in range(seats):
            players = [one if place == seat else other for place in range(seats)]
            heads = played(players, f"strength/{deal}/{seat}", rule, deck).heads
            won += rule.shares(heads)[seat] / seats
            own.append(heads[seat])
            theirs.append((sum(heads) - heads[seat]) / (seats - 1))
        shares.append(won)
    mad = f", mad cow {rule.threshold}" if rule.threshold else ""
    share = share_of_clusters(shares, seats).percent(1)
    taken = f"{fmean(own):.1f} : {fmean(theirs):.1f}"
    print(f"{first} against {seats - 1} of {others}{mad}: {share}", end=", ")
    print(f"{len(shares) * seats} games, heads {taken}", flush=True)


if __name__ == "__main__":
    main()
