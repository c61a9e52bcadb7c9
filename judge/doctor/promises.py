"""The promises of the sandbox, and the test of each."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cardjudge import files
from cardjudge.programs import questions
from cardjudge.programs.limits import MIB
from cardjudge.programs.process import run
from cardjudge.programs.sandbox import Sandbox, kernel
from judge.doctor import attacks, calls, strangers
from judge.doctor.strangers import LIMITS, exceeds, python

_PLACES = {each: each for each in ("secret", "victim", "empty", "tool", "socket", "datagrams")}
_PLACES |= {"outside": "", "hidden": "open/tests/1.out", "open_folder": "open"}
"""Targets of the attacks: paths by their names in the facts."""
_ATTACKER = str(Path(attacks.__file__))


class Tried(NamedTuple):
    """A promise, the number of attacks on it, and the names of those that succeeded."""

    promise: str
    attacks: int
    broken: tuple[str, ...]


def try_all(sandbox: Sandbox) -> list[Tried]:
    """Attack this machine from inside the sandbox; return the result of each promise."""
    found: dict[str, list[tuple[str, bool]]] = {}
    layers = sandbox.made_of()
    with _world() as facts:
        facts["private"] = bool(layers.mounts and layers.landlock)
        facts["bounded"] = layers.cgroup
        folder = Path(facts["open_folder"])
        held = sandbox._replace(readable=(folder,), hidden=(folder / "tests",))
        command = [sys.executable, "-I", "-S", _ATTACKER, json.dumps(facts)]
        _, output = run(command, limits=LIMITS, sandbox=held)
    for line in output.decode(errors="replace").splitlines():
        promise, name, broken = line.split("\t")
        found.setdefault(promise, []).append((name, broken == "1"))
    for promise, names in attacks.ATTACKS.items():
        missed = names.keys() - {name for name, _ in found.setdefault(promise, [])}
        found[promise] += [(name, True) for name in sorted(missed)]  # not tried counts as broken
    found["calls"] = try_calls(sandbox)
    for promise, attempts in ALONE.items():
        found[promise] = [(name, attempt(sandbox)) for name, attempt in attempts.items()]
    return [
        Tried(promise, len(tried), tuple(name for name, broken in tried if broken))
        for promise, tried in found.items()
    ]


def try_calls(sandbox: Sandbox) -> list[tuple[str, bool]]:
    """Return the forbidden calls, each with whether the filter lets it through.

    The judge records only names, so a call with several sets of arguments takes several runs.
    """
    known = kernel.numbers(kernel.machine() or "x86_64")
    found: list[tuple[str, bool]] = []
    left = [call for call in calls.calls(sandbox.made_of()) if call.name in known]
    while left:
        tried = {call.name: call for call in reversed(left)}
        left = [call for call in left if call is not tried[call.name]]
        given = json.dumps([(known[name], call.arguments) for name, call in tried.items()])
        command = [sys.executable, "-I", "-S", "-c", calls.SCRIPT, given]
        ended, output = run(command, limits=LIMITS, sandbox=sandbox)
        errors = [int(line) for line in output.split()]
        errors += [-1] * (len(tried) - len(errors))  # not tried counts as let through
        for (name, call), error in zip(tried.items(), errors, strict=True):
            asked = name in ended.refused or not call.is_asked
            found.append((name, error != call.error or not asked))
    return found


@contextmanager
def _world() -> Iterator[dict[str, Any]]:
    """Set up the targets (files, sockets, a neighbour process), and yield the facts."""
    with ExitStack() as stack:
        folder = Path(
            stack.enter_context(TemporaryDirectory(prefix="doctor-", dir=strangers.OUTSIDE))
        )
        for name in ("secret", "victim", "open/tests/1.out", "open/x/y"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text("secret")
        (folder / "empty").mkdir()
        shutil.copy("/bin/true", folder / "tool")
        port, *_ = _listen(stack, socket.AF_INET, ("127.0.0.1", 0)).getsockname()[1:]
        _listen(stack, socket.AF_UNIX, str(folder / "socket"))
        datagrams = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        datagrams.bind(str(folder / "datagrams"))
        abstract = f"judge-doctor-{os.getpid()}"
        if sys.platform == "linux":
            _listen(stack, socket.AF_UNIX, f"\0{abstract}")
        neighbour = stack.enter_context(subprocess.Popen(["sleep", "60"], start_new_session=True))
        stack.callback(neighbour.kill)
        leaked = os.open(folder / "secret", os.O_RDONLY)
        stack.callback(os.close, leaked)
        os.set_inheritable(leaked, True)
        yield {
            **{name: str(folder / place) for name, place in _PLACES.items()},
            "home": str(files.config().parent),
            "judge": os.getpid(),
            "neighbour": neighbour.pid,
            "address": id(LIMITS),
            "port": port,
            "abstract": abstract,
            "processes": LIMITS.processes,
            "threads": questions.THREADS_EACH * (LIMITS.processes or 0),
        }


def _listen(stack: ExitStack, family: int, address: Any) -> socket.socket:
    listener = stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
    listener.bind(address)
    listener.listen()
    return listener


def _file_is_too_large(sandbox: Sandbox) -> bool:
    script = "import os; open(os.environ['TMPDIR'] + '/x', 'wb').write(bytes(4 << 20))"
    ended, _ = python(script, sandbox, output=MIB)
    return ended.status == 0 and ended.exceeded != "file"


def _stack_is_small(sandbox: Sandbox) -> bool:
    script = "import resource; print(resource.getrlimit(resource.RLIMIT_STACK)[0])"
    return python(script, sandbox)[1].strip() != str(LIMITS.memory).encode()


def _something_is_left(sandbox: Sandbox) -> bool:
    script = """
import os, sys, time
print(os.environ["HOME"], flush=True)
open(os.environ["HOME"] + "/file", "w").close()
for _ in range(2):
    if os.fork():
        break
    try:
        os.setsid()
    except OSError:
        pass
else:
    os.close(1)
    time.sleep(60)
time.sleep(0.05)
print(os.getpid())
"""
    _, output = python(script, sandbox)
    home, *left = output.decode().split()
    return Path(home, "file").exists() or any(map(_lives, map(int, left)))


def _outlives_the_judge(sandbox: Sandbox) -> bool:
    reading, writing = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _OTHER_JUDGE, sandbox.mode, str(writing)], pass_fds=(writing,)
    ) as judge:
        os.close(writing)
        family = [int(word) for word in os.read(reading, 100).split()]
        judge.kill()
    os.close(reading)
    for _ in range(100):
        if not any(map(_lives, family)):
            return not family
        time.sleep(0.02)
    return True


_OTHER_JUDGE = """
import os, sys
from cardjudge.programs.process import Process
from cardjudge.programs.sandbox import Sandbox
fd = os.dup2(int(sys.argv[2]), 9)  # a shell may know no number of two digits
script = f"sleep 50 & echo $$ $! >&{fd}; wait"
with Process(["/bin/sh", "-c", script], pass_fds=(fd,), sandbox=Sandbox(sys.argv[1])) as program:
    program.watch()
"""


def _lives(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(") ")[2]
    except OSError:
        return False
    return not state.startswith("Z")


ALONE: dict[str, dict[str, Callable[[Sandbox], bool]]] = {
    "cpu": {"spin": exceeds(strangers.SPINS, "cpu", cpu=0.2)},
    "wall": {"sleep": exceeds("import time; time.sleep(2)", "wall", wall=0.3)},
    "memory": {
        "fill": exceeds(
            "x = [bytes([1]) * (1 << 20) for _ in range(400)]; input()", "memory", memory=64 * MIB
        )
    },
    "output": {"flood": exceeds("print('y' * (4 << 20))", "output", output=MIB)},
    "files": {"write": _file_is_too_large},
    "stack": {"ask": _stack_is_small},
    "left": {"leave": _something_is_left},
    "judge's death": {"outlive": _outlives_the_judge},
    **strangers.ATTACKS,
}
"""Attacks that need a run of their own."""
