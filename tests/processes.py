"""Commands of the kit, run as a user runs them."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

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
    """Return whether there is such a process, even a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def lives(pid: int) -> bool:
    """Return whether there is such a process and it has not ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    return stat.rpartition(b")")[2].split()[0] != b"Z"


def wait_for(look: Callable[[], Any]) -> Any:
    """Call the function until its result is true, and return the result."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.02)
    pytest.fail("it did not happen")


def interrupt(child: "pexpect.spawn[str]") -> None:
    """Press Ctrl-C until a program ends: readline may miss the key when it begins to wait."""
    for _ in range(6):
        child.sendintr()
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5) == 0:
            return
