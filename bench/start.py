"""What a judge costs: its start against Python's own, its design against a plain script."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import partial
from statistics import median

from bench import plain_big2
from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, call_seconds, interleaved, process_seconds, python, ratio
from big2.cards import DECK
from big2.game import Game
from big2.judge import judge
from cardjudge.stdio import Lines

START = Claim("judging one game, `python -m big2`", "`python -c pass`", at_most=1.6)
VERSION = Claim("`python -m big2 --version`", "`python -c pass`", at_most=2.5)
OPTIONS = Claim("the same with `--punctuation` and `--patterns`", "`python -c pass`", at_most=2.5)
DESIGN = Claim("judging games of Big-2", "a plain script without structure", at_most=2)
CLAIMS = (START, VERSION, OPTIONS, DESIGN)

GAMES = 500
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
    assert all(judged(game) == plain_big2.judge(game) for game in games)
    ours, plain = interleaved(
        9,
        lambda: call_seconds(lambda: [judged(game) for game in games]),
        lambda: call_seconds(lambda: [plain_big2.judge(game) for game in games]),
    )
    yield Row(DESIGN, ratio(ours, plain), f"{GAMES / median(ours):.0f} games a second")


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
