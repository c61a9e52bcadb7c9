"""What the computers of Take 6! are worth, and what play-outs and contest calls cost.

``python -m bench.take6`` takes under two minutes: it prints the play-outs a second compiled and in
plain Python, the calls a second of the contest, and the shares of the win that level 6 must reach
with 4,000 play-outs a move; exit status 1 if one is below its limit.

``python -m bench.take6 strength [GAMES [WORKERS]]`` prints the strength of the levels with GAMES
(2,000) games for each line; it takes an hour. ``… budgets`` prints the strength of level 6 at 5, 50
and 500 ms a move, for 2, 4 and 10 players and both rules; it takes hours.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from bench.peers import ROOT, call_seconds
from take6.contest.arena import games
from take6.contest.contestant import Contestant, command
from take6.game import NORMAL, Game, Rule
from take6.match import match as play_match
from take6.players.base import View
from take6.players.budget import Budget
from take6.policy import LEARNED
from take6.search import fixed_odds, search
from take6.table import shuffled

MAD = Rule(25)
PLAYOUTS = """
import sys
sys.modules["numba"] = None
from bench.take6 import playouts_a_second
print(playouts_a_second(300))
"""


def playouts_a_second(playouts: int) -> float:
    """Return how many play-outs of a whole game of four a second of CPU time allows."""
    game = Game(shuffled("1"), 4)
    view = View.of(game, 0)
    odds = fixed_odds(view, LEARNED, LEARNED)

    def go(count: int) -> None:
        search(view, view.hand, odds, Budget(count), Random(1), halving=False)

    go(10)
    return playouts / call_seconds(lambda: go(playouts))


def calls_a_second(deals: int) -> float:
    """Return how many calls a second of wall time the arena makes of two C contestants."""
    starter = ROOT / "take6" / "starter"
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        pair = [
            Contestant(command(starter / name, Path(folder)), 5.0, 64 << 20)
            for name, folder in (("careful.c", first), ("random.c", second))
        ]
        start = time.perf_counter()
        played = sum(1 for _ in games(pair, deals, "1"))
        seconds = time.perf_counter() - start
        for contestant in pair:
            contestant.close()
    return played * 20 / seconds


def line(what: str, levels: list[str], count: int, rule: Rule = NORMAL, workers: int = 1) -> float:
    """Play a match; print the result of the first player; return its share of the win."""
    first, second = play_match(levels, count, "bench", rule, workers)[:2]
    print(
        f"{what:<44} {first.share.percent(1):<22} "
        f"heads {first.heads.plain(1)} against {second.heads.plain(1)}",
        flush=True,
    )
    return first.share.value


def quick() -> bool:
    """Print speeds and the shares that must be reached."""
    plain = subprocess.run(
        [sys.executable, "-c", PLAYOUTS], cwd=ROOT, capture_output=True, text=True, check=True
    )
    compiled = playouts_a_second(200_000)
    print(f"play-outs a second: {compiled:.0f} compiled, {float(plain.stdout):.0f} in plain Python")
    print(f"contest: {calls_a_second(100):.0f} calls a second")
    against_level_3 = line("6 against 3,3,3", ["6", "3", "3", "3"], 200)
    against_level_4 = line("6 against 4,4,4", ["6", "4", "4", "4"], 200)
    # The limits are the goals of 50 % and 40 %, less two standard errors of so few games.
    return against_level_3 >= 0.43 and against_level_4 >= 0.33


def strength(count: int, workers: int) -> None:
    """Print the table of strengths at 50 ms a move."""
    line("6:50ms against three of level 3", ["6:50ms", "3", "3", "3"], count, workers=workers)
    line("6:50ms against three of level 4", ["6:50ms", "4", "4", "4"], count, workers=workers)
    line("5:50ms against three of level 3", ["5:50ms", "3", "3", "3"], count, workers=workers)
    line("5:50ms against three of level 4", ["5:50ms", "4", "4", "4"], count, workers=workers)
    line("4 against three of level 3", ["4", "3", "3", "3"], count, workers=workers)
    line("4 against one of level 3", ["4", "3"], count, workers=workers)


def budgets(count: int, workers: int) -> None:
    """Print the strength of level 6 by budget, number of players and rule."""
    for rule, name in ((NORMAL, "normal rule"), (MAD, "mad-cow rule, 25")):
        for players in (2, 4, 10):
            for budget, fewer in (("5ms", 1), ("50ms", 1), ("500ms", 10)):
                levels = [f"6:{budget}", *["3"] * (players - 1)]
                what = f"{name}, {players} players, {budget}"
                line(what, levels, count // fewer, rule, workers)


def main() -> int:
    """Measure what the arguments ask for."""
    arguments = dict(enumerate(sys.argv[1:]))
    count, workers = int(arguments.get(1, "2000")), int(arguments.get(2, "1"))
    match arguments.get(0):
        case "strength":
            strength(count, workers)
        case "budgets":
            budgets(count, workers)
        case _:
            return 0 if quick() else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
