"""What a judge costs: its start against Python's own, its design against a plain script.

Run with ``python -m bench.start``; exit status 1 if a ratio is over its limit.
"""

from __future__ import annotations

import random
import sys

from bench import plain_big2
from bench.peers import ROOT, call_seconds, interleaved, process_seconds, python, report
from big2.cards import DECK
from big2.game import Game
from big2.judge import judge
from judge.stdio import Lines

GAMES = 1000
SAMPLE = ROOT / "testdata" / "big2" / "sample.in"


def random_game(rng: random.Random) -> str:
    """Return the input of a game of random actions, about one in ten of them illegal."""
    deck = rng.sample(DECK, len(DECK))
    game = Game(deck)
    rows = [" ".join(map(str, deck)), "水球", "火球", "保齡球", "地瓜球"]
    game.start()
    while game.winner is None:
        hand = range(len(game.hand))
        single = next((i for i in hand if not isinstance(game.judge([i]), str)), None)
        action = None if single is None else [single]
        if rng.random() < 0.1:
            action = rng.sample(hand, min(2, len(hand)))
        rows.append("-1" if action is None else " ".join(map(str, action)))
        game.step(action)
    return "\n".join(rows) + "\n"


def judged(text: str) -> str:
    """Return what the judge writes for `text`."""
    out: list[str] = []
    judge(Lines(text.encode().splitlines(keepends=True)), out.append)
    return "".join(out)


def main() -> int:
    """Print both ratios and return the exit status."""
    start, bare = interleaved(
        25,
        lambda: process_seconds(python("-m", "big2"), SAMPLE),
        lambda: process_seconds(python("-c", "pass")),
    )
    rng = random.Random(2)
    games = [random_game(rng) for _ in range(GAMES)]
    assert all(judged(game) == plain_big2.judge(game) for game in games)
    ours, plain = interleaved(
        5,
        lambda: call_seconds(lambda: [judged(game) for game in games]),
        lambda: call_seconds(lambda: [plain_big2.judge(game) for game in games]),
    )
    print(f"judged: {GAMES / ours:.0f} games a second, plain script: {GAMES / plain:.0f}")
    kept = [
        report("python -m big2 < sample, CPU time to python -c pass", start, bare, 1.6),
        report("judging, CPU time to a plain script", ours, plain, 2.0),
    ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
