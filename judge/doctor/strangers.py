"""Attacks by files of strangers: sources, scripts, long-lived families, and a checker's output.

Each is a function of a sandbox that returns whether it gained anything.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cardjudge.errors import UserError
from cardjudge.programs.compiler import COMPILING, CompileError, build
from cardjudge.programs.languages import MissingTool, languages
from cardjudge.programs.limits import MIB, Limits
from cardjudge.programs.process import Ended, run
from cardjudge.programs.sandbox import Sandbox, grants
from cardjudge.programs.source import Source, read
from judge.cases import Case
from judge.checker import Checker, Referee
from judge.compare import Verdict
from judge.interactive import InteractiveRunner

OUTSIDE = "/var/tmp" if os.path.isdir("/var/tmp") else None
"""A folder outside /tmp, because a program may have a /tmp of its own."""
LIMITS = Limits(wall=60, cpu=20, memory=512 * MIB, output=8 * MIB, processes=16)
_SECRET = b"the doctor's secret"


def _by_script(place: str, script: str) -> Callable[[Sandbox], bool]:
    """Return an attack by a script whose text or path names the file that it wants to read."""

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
    """Return an attack by files that a compiler loads or includes."""

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
                return False  # without the compiler there is nothing to attack
            except UserError as error:
                told = getattr(error, "messages", "")
            return _SECRET.decode() in told or victim.read_bytes() != b""

    return attack


def python(script: str, sandbox: Sandbox, **limits: Any) -> tuple[Ended, bytes]:
    """Run a script under the doctor's limits, with changes."""
    command = [sys.executable, "-I", "-S", "-c", script]
    return run(command, limits=LIMITS._replace(**limits), sandbox=sandbox)


def exceeds(script: str, what: str, **limits: Any) -> Callable[[Sandbox], bool]:
    """Return an attack by a script that exceeds a limit; it succeeds if the judge misses that."""
    return lambda sandbox: python(script, sandbox, **limits)[0].exceeded != what


@contextmanager
def _referee(script: str) -> Iterator[tuple[Case, Referee]]:
    """Yield an empty case and a referee in Python."""
    with TemporaryDirectory(prefix="doctor-", dir=OUTSIDE) as folder:
        given, program = Path(folder, "1.in"), Path(folder, "referee.py")
        given.write_bytes(b"")
        program.write_text(script)
        yield Case("1", given, None), Referee((sys.executable, str(program)))


def _quoted(words: str) -> Callable[[Sandbox], bool]:
    """Return an attack by an output that a checker quotes on standard error."""

    def attack(sandbox: Sandbox) -> bool:
        with _referee(_QUOTES) as (case, referee):
            return Checker(referee, sandbox)(case, words.encode()).verdict is not Verdict.WA

    return attack


def _hogs(script: str, **limits: Any) -> Callable[[Sandbox], bool]:
    """Return an attack by a checker that exceeds a limit and accepts."""

    def attack(sandbox: Sandbox) -> bool:
        with _referee(script) as (case, referee):
            usual = Checker(referee, sandbox)
            checker = replace(usual, limits=usual.limits._replace(**limits))
            return None in usual.limits or checker(case, b"").verdict is not Verdict.SE

    return attack


def _interactor_spins(sandbox: Sandbox) -> bool:
    with _referee(SPINS) as (case, referee):
        runner = InteractiveRunner(["true"], referee, LIMITS._replace(wall=0.3), sandbox)
        return runner(case).verdict is not Verdict.SE


def _compiled_by(script: str, **limits: Any) -> Callable[[Sandbox], bool]:
    """Return an attack by a compiler whose build the judge should refuse."""

    def attack(sandbox: Sandbox) -> bool:
        words = ("/bin/sh", "-c", script, "sh", "{made}", "{folder}")
        known = languages()["c"]._replace(compile=words, newest=(), makes=("program",))
        source = Source(known, {"a.c": b""}, ("a.c",), "a.c")
        with TemporaryDirectory(prefix="doctor-", dir=OUTSIDE) as folder, suppress(CompileError):
            build(source, COMPILING._replace(**limits), sandbox, cache=Path(folder))
            return True
        return False

    return attack


def _home(sandbox: Sandbox) -> bool:
    """List the home folder, of which a program may read only the plain files."""
    home = os.path.expanduser("~")
    held = sandbox._replace(readable=grants.named(["ls"], home))
    return run(["ls", home], limits=LIMITS, sandbox=held)[0].status == 0


def _by_link(sandbox: Sandbox) -> bool:
    """Name a link in a command that leads out of the folder."""
    with TemporaryDirectory(prefix="doctor-", dir=OUTSIDE) as folder:
        key, link = Path(folder, "elsewhere/key"), Path(folder, "work/link")
        for path in key, link:
            path.parent.mkdir()
        key.write_bytes(_SECRET)
        link.symlink_to(key)
        command = ["cat", str(link)]
        held = sandbox._replace(readable=grants.named(command, str(link.parent)))
        return run(command, limits=LIMITS, sandbox=held)[0].status == 0


_QUOTES = """
import sys
print("expected 1, found", open(sys.argv[2]).read(), file=sys.stderr)
sys.exit(1)
"""
SPINS = """
import time
while time.process_time() < 1: pass
"""
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
        "home": _home,
        "a link in a word": _by_link,
        "include": _built_with(a_dot_c='#include "{secret}"\nint main() {{}}\n'),
    },
    "builds": {
        "a module at compile time": _built_with(
            main_dot_py="print(1)\n",
            py_compile_dot_py="open('{victim}', 'w').write('x')\n",
        ),
        "a link": _compiled_by('ln -s /etc/passwd "$1/program"'),
        "a file beside": _compiled_by('>"$1/other"'),
        "sources": _compiled_by('>"$2/other"'),
        "size": _compiled_by('head -c 3000000 /dev/zero >"$1/program"', output=MIB),
        "time": _compiled_by("for i in $(seq 1000000); do :; done", cpu=0.1),
    },
    "counters": {
        "children nobody waits for": exceeds(_CHILDREN, "cpu", cpu=0.3),
        "deleted files": exceeds(_DELETED, "file", output=MIB),
        "shared pages": exceeds(_SHARED, "memory", memory=64 * MIB),
    },
    "referees": {
        "points": _quoted("points 100"),
        "long output": _quoted("x" * 40_000 + "\npoints 100"),
        "a missing module": _quoted("x: No module named y"),
        "a checker's time": _hogs(SPINS, cpu=0.2),
        "a checker's memory": _hogs("x = bytearray(b'1') * (100 << 20); input()", memory=32 * MIB),
        "a checker's output": _hogs("print('x' * (2 << 20))", output=MIB),
        "an interactor's time": _interactor_spins,
    },
}
