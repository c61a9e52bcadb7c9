"""Cost of the sandbox: CPU time of a run with it, against the same run without it."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.claims import Claim, Row, status, told
from bench.peers import ROOT, interleaved, process_seconds, python, ratio

RUNS = 100
ALLOWED = 0.003
START = Claim(
    "running `true` with `--sandbox auto`", "`--sandbox none`, and 3 ms of CPU time", at_most=1
)
GAME = Claim("a long blackjack game with `--sandbox auto`", "`--sandbox none`", at_most=1.01)
CLAIMS = (START, GAME)
GAMES = 1
PAIRS = 50
"""So many that a difference of 1 % shows beside what two runs of the same differ by."""
_BOLD = ROOT / "blackjack_judge/problem/submissions/accepted/bold.cpp"
_SCRIPT = """
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Sandbox
limits = Limits(wall=20, cpu=10, memory=512 << 20, output=64 << 20)
for _ in range({runs}):
    run(["true"], limits=limits, sandbox=Sandbox("{mode}"))
"""


def seconds(mode: str) -> float:
    """Return the CPU seconds of many runs."""
    return process_seconds(python("-c", _SCRIPT.format(runs=RUNS, mode=mode)))


def game_seconds(player: Path, mode: str) -> float:
    """Return the CPU seconds of some games of a program that bets 1."""
    games = f"match --games {GAMES} --seed 1 --sandbox {mode} --player".split()
    return process_seconds(python("-m", "blackjack_judge", *games, str(player)))


def rows() -> Iterator[Row]:
    """Measure the claims."""
    held, free = interleaved(7, lambda: seconds("auto"), lambda: seconds("none"))
    more = 1000 * (median(held) - median(free)) / RUNS
    allowed = [each + RUNS * ALLOWED for each in free]
    yield Row(START, ratio(held, allowed), f"{more:.1f} ms more")
    with tempfile.TemporaryDirectory() as folder:
        player = Path(folder, "timid.cpp")
        player.write_text(f"#define WRONG_ANSWER_TIMID\n{_BOLD.read_text()}")
        held, free = interleaved(
            PAIRS, lambda: game_seconds(player, "auto"), lambda: game_seconds(player, "none")
        )
        note = f"{1000 * median(free) / GAMES:.0f} ms of CPU time a game"
        yield Row(GAME, ratio(held, free), note)


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
