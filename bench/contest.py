"""Losses by time of the side that keeps its limits: beside a burner, and on a loaded machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from bench.claims import Claim, Row, status, told
from cardjudge.commands.programs import PER_CALL, LeagueOptions
from cardjudge.play.contest import hold
from cardjudge.play.program import Program
from cardjudge.programs.keeper import private
from cardjudge.series.estimate import share
from nim.play import NimGame

GAMES = int(os.environ.get("CONTEST_GAMES", "200"))
_LOAD = 20
_THINKS = """
import json, time
while "result" not in (turn := json.loads(input())):
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass
    print(turn["choices"][-1], flush=True)
"""
_BURNS = f"""
import os
for _ in range(60):
    if os.fork() == 0:
        while True:
            pass
{_THINKS.replace("0.2", "0.0")}
"""
BURNER = Claim("losses by time beside 60 processes that spin", at_most=0)
LOADED = Claim(f"losses by time under a load of {_LOAD}", at_most=0)
CLAIMS = BURNER, LOADED


def losses(folder: Path, rival: str) -> int:
    """Return in how many games a program that uses a fifth of its time forfeits."""
    for name, text in ("honest", _THINKS), ("rival", rival):
        (folder / f"{name}.py").write_text(text)
    paths = [folder / "honest.py", folder / "rival.py"]
    options = PER_CALL._replace(sandbox_mode="auto")
    terms = GAMES // 2, LeagueOptions(seed=1), options, {"game": "nim 1 2"}
    league = hold(NimGame, Program, paths, *terms)
    return next(len(row.forfeits) for row in league.standings if row.entrant == 0)


def rows() -> Iterator[Row]:
    """Measure all claims."""
    for claim, rival, load in (BURNER, _BURNS, 0), (LOADED, _THINKS, _LOAD):
        with private() as folder, ExitStack() as stack:
            for _ in range(load):
                spin = subprocess.Popen([sys.executable, "-c", "while True: pass"])
                stack.enter_context(spin)
                stack.callback(spin.kill)
            yield Row(claim, share(losses(folder, rival), GAMES), f"{GAMES} games")


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
