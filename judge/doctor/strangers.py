"""Attacks by files of strangers: sources, scripts, long-lived families, and words for a checker.

Each is a function of a sandbox that tells whether it got anything.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cardjudge.errors import UserError
from cardjudge.programs.compiler import build
from cardjudge.programs.languages import MissingTool
from cardjudge.programs.limits import MIB, Limits
from cardjudge.programs.process import Ended, run
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.source import read
from judge.cases import Case
from judge.checker import Checker, Referee
from judge.compare import Verdict

OUTSIDE = "/var/tmp" if os.path.isdir("/var/tmp") else None
"""A program may have a /tmp of its own, where an attack on files would find nothing."""
LIMITS = Limits(wall=60, cpu=20, memory=512 * MIB, output=8 * MIB, processes=16)
_SECRET = b"the doctor's secret"


def _by_script(place: str, script: str) -> Callable[[Sandbox], bool]:
    """Return an attack by a script whose own words or place name what it wants to read."""

    def attack(sandbox: Sandbox) -> bool:
        with TemporaryDirectory(prefix="doctor-", dir=OUTSIDE) as folder:
            secret, program = Path(folder, "home/lib/key"), Path(folder, place)
            for path in secret, program:
                path.parent.mkdir(parents=True, exist_ok=True)
            secret.write_bytes(_SECRET)
            program.write_text(script.format(secret=secret))
            program.chmod(0o755)
            held = sandbox._replace(readable=(program,))
            _, output = run([str(program)], limits=LIMITS, sandbox=held)
            return _SECRET in output

    return attack


def _built_with(**files: str) -> Callable[[Sandbox], bool]:
    """Return an attack by what a compiler loads or includes."""

    def attack(sandbox: Sandbox) -> bool:
        with TemporaryDirectory(prefix="doctor-", dir=OUTSIDE) as folder:
            secret, victim = Path(folder, "key"), Path(folder, "victim")
            secret.write_bytes(_SECRET)
            victim.write_bytes(b"")
            texts = {
                name.replace("_dot_", "."): text.format(secret=secret, victim=victim)
                for name, text in files.items()
            }
            source = read({name: text.encode() for name, text in texts.items()})
            try:
                told = build(source, None, sandbox, cache=Path(folder, "cache")).messages
            except MissingTool:
                return False  # then nobody compiles that
            except UserError as error:
                told = getattr(error, "messages", "")
            return _SECRET.decode() in told or victim.read_bytes() != b""

    return attack


def python(script: str, sandbox: Sandbox, **limits: Any) -> tuple[Ended, bytes]:
    """Run a script under the limits of the doctor, or others."""
    command = [sys.executable, "-I", "-S", "-c", script]
    return run(command, limits=LIMITS._replace(**limits), sandbox=sandbox)


def exceeds(script: str, what: str, **limits: Any) -> Callable[[Sandbox], bool]:
    """Return an attack that uses more than it may."""
    return lambda sandbox: python(script, sandbox, **limits)[0].exceeded != what


def _quoted(words: str, status: int, wanted: Verdict) -> Callable[[Sandbox], bool]:
    """Return an attack by an output that a checker quotes on its standard error."""

    def attack(sandbox: Sandbox) -> bool:
        with TemporaryDirectory(prefix="doctor-", dir=OUTSIDE) as folder:
            given = Path(folder, "1.in")
            given.write_bytes(b"")
            script = Path(folder, "checker.py")
            script.write_text(
                "import sys\nwords = open(sys.argv[2]).read()\n"
                f"print('expected 1, found', words, file=sys.stderr)\nsys.exit({status})\n"
            )
            checker = Checker(Referee((sys.executable, str(script))), sandbox)
            found = checker(Case("1", given, None), words.encode())
            return found.verdict is not wanted

    return attack


_CHILDREN = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(30):
    if os.fork() == 0:
        while time.process_time() < 0.02: pass
        os._exit(0)
    try: os.wait()
    except OSError: pass
"""
_DELETED = """
import os, time
kept = []
for number in range(4):
    name = os.environ["HOME"] + f"/{number}"
    kept.append(open(name, "wb", buffering=0))
    try: kept[-1].write(bytes(500_000))
    except OSError: pass
    os.unlink(name)
time.sleep(1)
"""
_SHARED = """
import mmap, time
memory = mmap.mmap(-1, 128 << 20)
for at in range(0, len(memory), 4096):
    memory[at] = 1
    if at % (32 << 20) == 0: memory.madvise(mmap.MADV_DONTNEED)
time.sleep(1)
"""
ATTACKS: dict[str, dict[str, Callable[[Sandbox], bool]]] = {
    "grants": {
        "first line": _by_script("bin/first", "#!/bin/cat {secret}\n"),
        "lib beside bin": _by_script("home/bin/x", "#!/bin/sh\ncat {secret}\n"),
        "include": _built_with(a_dot_c='#include "{secret}"\nint main() {{}}\n'),
    },
    "builds": {
        "a module at compile time": _built_with(
            main_dot_py="print(1)\n",
            py_compile_dot_py="open('{victim}', 'w').write('x')\n",
        ),
    },
    "counters": {
        "children nobody waits for": exceeds(_CHILDREN, "cpu", cpu=0.3),
        "deleted files": exceeds(_DELETED, "file", output=MIB),
        "shared pages": exceeds(_SHARED, "memory", memory=64 * MIB),
    },
    "referees": {
        "points": _quoted("points 100", 1, Verdict.WA),
        "long output": _quoted("x" * 40_000 + "\npoints 100", 1, Verdict.WA),
        "a missing module": _quoted("x: No module named y", 1, Verdict.WA),
    },
}
