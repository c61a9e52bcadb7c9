"""What each part of the Monte-Carlo player of Big-2 brings, for docs/big2.md.

``python -m bench.big2_parts [OPPONENT]…``: 1,000 games of each against three `greedy`, or against
three of each kind named: `random`, `smallest`, `longest`, `greedy`. Where all are equal a player
wins 25 %.
"""

from __future__ import annotations

import sys

from bench.big2 import WHOLE, Part, strength
from big2.players.montecarlo import DOUBT

PARTS = (
    Part("the heuristic alone, no play-outs", None, 1.0),
    Part("random play-outs, any deals", False, 1.0),
    Part("random play-outs, deals that fit the passes", False, DOUBT),
    Part("guided play-outs, any deals", True, 1.0),
    WHOLE,
)


def main() -> None:
    """Print the shares of games won."""
    for part in PARTS:
        for name in sys.argv[1:] or ["greedy"]:
            won = strength(part, name)
            print(f"{part.what}, against three {name}: {won.percent(1)}", flush=True)


if __name__ == "__main__":
    main()
