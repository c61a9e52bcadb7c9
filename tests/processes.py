"""Commands of the kit, run as a user runs them."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def kit(
    command: str, *arguments: object, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command, named as its package, wherever the tests were started."""
    return subprocess.run(
        [sys.executable, "-m", command, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )


def exists(pid: int) -> bool:
    """Whether there is such a process, be it a dead one that nobody has waited for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
