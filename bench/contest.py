"""Losses by time of the side that keeps its limits: beside a burner, and on a loaded machine.

All run in one group of the scheduler, as in a container: a group that this makes as root, or else
the group of a container. ``CONTEST_GAMES`` is the number of games of each kind, a multiple of 10.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from bench.claims import Claim, Row, status, told
from cardjudge.programs.keeper import private
from cardjudge.series.estimate import share

GAMES = int(os.environ.get("CONTEST_GAMES", "200"))
_LOAD, _AT_ONCE = 20, 5
_LIMITS = "--sandbox", "auto"
_ANSWERS = """
import json, time
while "result" not in (turn := json.loads(input())):
    end = time.process_time() + {seconds}
    while time.process_time() < end:
        pass
    print(turn["choices"][-1], flush=True)
"""
_THINKS, _AT_A_GLANCE = _ANSWERS.format(seconds=0.1), _ANSWERS.format(seconds=0)
_BURNS = f"""
import os
for _ in range(60):
    if os.fork() == 0:
        while True:
            pass
{_AT_A_GLANCE}
"""
BURNER = Claim("losses by time beside 60 processes that spin", at_most=0)
LOADED = Claim(f"losses by time under a load of {_LOAD}", at_most=0)
CLAIMS = BURNER, LOADED


def losses(folder: Path, seed: int) -> int:
    """Return how many games of a contest a program loses that uses a tenth of its time a turn."""
    # Three turns: in each game the program has one while its rival runs.
    deals = GAMES // 2 // _AT_ONCE
    nim = [sys.executable, "-m", "nim", "contest", "--game", "nim 1 1 1", *_LIMITS]
    call: list[str | Path] = [*nim, "--deals", str(deals), "--seed", str(seed)]
    programs = [folder / "honest.py", folder / "rival.py"]
    run = subprocess.run([*call, *programs], capture_output=True, text=True, check=True)
    row, *reasons = (line for line in run.stdout.splitlines() if "honest.py" in line)
    for reason in reasons:
        print(reason, file=sys.stderr)
    return int(row.split()[-1])


@contextmanager
def one_group() -> Iterator[str]:
    """Let this process and its children share one group of the scheduler; yield what it is."""
    above = Path("/sys/fs/cgroup/cpu")
    group = above / f"cardjudge-bench-{os.getpid()}"
    try:
        group.mkdir()
        (group / "cgroup.procs").write_text(str(os.getpid()))
    except OSError:
        yield "the group of the caller"
        return
    try:
        yield "a group of its own"
    finally:
        (above / "cgroup.procs").write_text(str(os.getpid()))
        end = time.monotonic() + 30
        while (group / "cgroup.procs").read_text() and time.monotonic() < end:
            time.sleep(0.05)  # what was killed still ends
        with suppress(OSError):
            group.rmdir()


def rows() -> Iterator[Row]:
    """Measure all claims."""
    with one_group() as group:
        for claim, rival, load in (BURNER, _BURNS, 0), (LOADED, _AT_A_GLANCE, _LOAD):
            with private() as folder, ExitStack() as stack:
                (folder / "honest.py").write_text(_THINKS)
                (folder / "rival.py").write_text(rival)
                for _ in range(load):
                    spin = subprocess.Popen([sys.executable, "-c", "while True: pass"])
                    stack.enter_context(spin)
                    stack.callback(spin.kill)
                pool = stack.enter_context(ThreadPoolExecutor(_AT_ONCE))
                lost = sum(pool.map(partial(losses, folder), range(_AT_ONCE)))
                yield Row(claim, share(lost, GAMES), f"{GAMES} games, {group}")


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
