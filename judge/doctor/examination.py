"""Attack the sandbox of this machine, once for each promise."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from cardjudge.programs.limits import MIB, Limits
from cardjudge.programs.process import run
from cardjudge.programs.sandbox import Sandbox, kernel
from judge.doctor.table import ATTACKS

_LIMITS = Limits(wall=20, cpu=1, memory=256 * MIB, output=8 * MIB, processes=16)
_OUTSIDE = ("/var/tmp", os.path.expanduser("~"))
"""Folders outside /tmp, because a program may have a /tmp of its own."""
_CALLS = "add_key bpf keyctl mount open_by_handle_at perf_event_open setns unshare userfaultfd"
_HEAD = """
import ctypes, errno, os, resource, signal, socket, time
os.chdir(os.environ["HOME"])
"""


def examine(sandbox: Sandbox) -> tuple[set[str], list[str]]:
    """Return the promises that an attack breaks, and the calls that an outer filter refuses."""
    numbers = kernel.numbers(kernel.machine() or "x86_64")
    broken, outer = set[str](), list[str]()
    where = next((path for path in _OUTSIDE if os.access(path, os.W_OK)), None)
    with TemporaryDirectory(prefix="doctor-", dir=where) as folder:
        secret, script, hidden = (Path(folder, name) for name in ("key", "open/x", "open/tests/1"))
        hidden.parent.mkdir(parents=True)
        for path in secret, hidden:
            path.touch()
        facts = {"secret": str(secret), "hidden": str(hidden), "judge": os.getpid()}
        facts["calls"] = {name: numbers[name] for name in _CALLS.split()}
        head = _HEAD + "".join(f"{name} = {fact!r}\n" for name, fact in facts.items())
        held = sandbox._replace(readable=(script.parent,), hidden=(hidden.parent,))
        for promise, attack in ATTACKS.items():
            command = [sys.executable, "-I", "-S", "-c", head + attack]
            if promise == "grants":
                script.write_text(attack.format(secret=secret))
                script.chmod(0o755)
                command = [str(script)]
            ended, output = run(command, limits=_LIMITS, sandbox=held)
            lines = output.decode().splitlines()
            is_broken = ended.status == 0 and ended.exceeded is None
            if promise == "left":
                is_broken = len(lines) < 2 or any(map(os.path.lexists, lines))
            elif promise == "calls" and ended.held:
                outer = [name for name in lines if name not in ended.refused]
            if is_broken:
                broken.add(promise)
    return broken, outer
