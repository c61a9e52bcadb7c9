"""Commands of the kit, run as a user runs them."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pexpect
import pytest

from cardjudge.stdio import guard
from tests.forks import Forked

ROOT = Path(__file__).parents[1]


def _named(start: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables whose names start so, in order."""
    return {name: environment[name] for name in sorted(environment) if name.startswith(start)}


PYTHONS = {**_named("PYTHON", os.environ), "PYTHONPATH": str(ROOT)}
"""What Python reads at its start: with other values a command starts afresh, except for packages
in further folders of PYTHONPATH."""
FRESH = {"PYTHONNOUSERSITE": "1"}
"""Variables for a command that has to start afresh."""


def kit(
    command: str, *arguments: object, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command, named as its package, wherever the tests were started."""
    return kit_in(Path(), command, *arguments, stdin=stdin, **environment)


def kit_in(
    folder: Path, command: str, *arguments: object, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder."""
    ours = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    words = [*map(str, arguments)]
    with contextlib.chdir(folder):
        if {**_named("PYTHON", ours), "PYTHONPATH": str(ROOT)} == PYTHONS:
            out, err, status = forked(ours).run(command, words, stdin.encode(), ours)
            return subprocess.CompletedProcess(words, status, out.decode(), err.decode())
        return subprocess.run(
            [sys.executable, "-m", command, *words],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env=ours,
            check=False,
        )


def answered(command: str, *arguments: object) -> tuple[int, str]:
    """Return the status of a command and its error line; it does not read standard input."""
    app = import_module(f"{command.replace('-', '_')}.cli").app
    told: list[str] = []
    status = guard(lambda: app.answer([*map(str, arguments)]), told.append)
    return status, "".join(f"{line}\n" for line in told)


def forked(environment: Mapping[str, str] = os.environ) -> Forked:
    """Return the process that forks for the commands in a locale; one serves all with UTF-8."""
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "")
    return _forked(() if locale.endswith(".UTF-8") else tuple(_named("L", environment).items()))


@cache
def _forked(languages: tuple[tuple[str, str], ...]) -> Forked:
    others = {name: value for name, value in os.environ.items() if not languages or name[0] != "L"}
    return Forked({**others, **PYTHONS, **dict(languages)})


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
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.02)
    pytest.fail("it did not happen")


@contextlib.contextmanager
def busy_processes(count: int = 8) -> Iterator[None]:
    """Keep the cores busy, each process in a group of the scheduler of its own."""
    words = [sys.executable, "-S", "-c", "while 1: pass"]
    busy = [subprocess.Popen(words, start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def interrupt(child: "pexpect.spawn[str]") -> None:
    """Press Ctrl-C until a program ends: readline may miss the key when it begins to wait."""
    for _ in range(6):
        child.sendintr()
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5) == 0:
            return


def install(folder: Path, package: str, group: str, points: str) -> Path:
    """Write the metadata of a package as pip leaves it; return the folder, a part of a path."""
    metadata = folder / f"{package}-1.2.dist-info"
    metadata.mkdir(exist_ok=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
    (metadata / "entry_points.txt").write_text(f"[{group}]\n{points}", encoding="utf-8")
    return folder
