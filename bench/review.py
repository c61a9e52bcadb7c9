"""Cost of a review: CPU seconds for all decisions of a game.

A game of Big-2 has four players `greedy`, a game of Take 6! four of level 3; `review` uses its
default number of play-outs. The kernels are compiled before.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, exact, process_seconds, python
from big2.play import Big2
from cardjudge.play import reviewing
from cardjudge.play.game import Game, Settings
from cardjudge.play.replay import Replay
from cardjudge.play.session import Session
from cardjudge.series.estimate import mean
from take6.play.game import Take6

BIG2 = Claim("CPU seconds to review a game of Big-2", at_most=60, unit="s")
TAKE6 = Claim("CPU seconds to review a game of Take 6! of four", at_most=60, unit="s")
PLAIN = {
    "big2": Claim("the same of Big-2 without Numba, `sample.in`", at_most=60, unit="s"),
    "take6": Claim("the same of Take 6! without Numba, `four-players.in`", at_most=60, unit="s"),
}
CLAIMS = (BIG2, TAKE6, *PLAIN.values())
GAMES = 6
WITHOUT_NUMBA = """
import runpy, sys
sys.modules["numba"] = None
runpy.run_module(GAME, run_name="__main__")
"""


def review(game: type[Game[Any]], settings: Settings, player: str, number: int) -> int:
    """Review a game of four equal players; return how many decisions it has."""
    session = Session(game.dealt(settings, Random(number)), [player] * 4, number)
    session.play()
    replay = Replay(game, session.dump().encode(), {})
    return len(reviewing.review(replay, range(4)).decisions)


def measured(review: Callable[[int], int], claim: Claim) -> Row:
    """Return the CPU seconds of a game."""
    review(0)
    seconds, decisions = [], 0
    for number in range(1, GAMES + 1):
        began = time.process_time()
        decisions += review(number)
        seconds.append(time.process_time() - began)
    note = f"{GAMES} games, {decisions / GAMES:.0f} decisions each on average"
    return Row(claim, mean(seconds, 0), note)


def rows() -> Iterator[Row]:
    """Measure both games."""
    yield measured(partial(review, Big2, {}, "greedy"), BIG2)
    yield measured(partial(review, Take6, {"seats": 4}, "3"), TAKE6)
    for game, name in ("big2", "sample.in"), ("take6", "four-players.in"):
        code, file = WITHOUT_NUMBA.replace("GAME", repr(game)), ROOT / "testdata" / game / name
        seconds = process_seconds(python("-c", code, "review", str(file)))
        yield Row(PLAIN[game], exact(seconds), "with fewer play-outs, as the command says")


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
