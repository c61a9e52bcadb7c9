"""The start of a program: its streams, its limits, its sandbox, and the cost of the start."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from io import FileIO
from typing import IO, TypeAlias

if sys.platform not in ("emscripten", "win32"):
    import resource

from cardjudge.programs.sandbox import kernel
from cardjudge.programs.sandbox.entry import Entry
from cardjudge.programs.sandbox.start import Begun, helper

Stream: TypeAlias = int | IO[bytes]
Resources: TypeAlias = tuple[tuple[int, int], ...]


Started: TypeAlias = tuple[Begun, IO[bytes] | None, IO[bytes] | None, IO[bytes]]
"""A running program and the judge's ends of its three standard streams."""


def start(
    stdin: Stream, stdout: Stream, pass_fds: Sequence[int], entry: Entry, limits: Resources
) -> Started:
    """Start a program with streams as in `subprocess.Popen`; OSError if that fails."""
    if entry.program is None:
        raise FileNotFoundError(2, os.strerror(2))
    if kernel.machine() is None:
        return _spawned(stdin, stdout, pass_fds, entry, limits)
    with ExitStack() as theirs, ExitStack() as ours:
        reads, writes = os.O_RDONLY, os.O_WRONLY
        wanted = (stdin, reads), (stdout, writes), (subprocess.PIPE, writes)
        ends = [_stream(which, mode, theirs, ours) for which, mode in wanted]
        fds = [*(end for end, _ in ends), *pass_fds, *entry.entrances]
        begun = helper(os.getpid(), entry.plan is not None).start(
            entry.order(limits, pass_fds), fds
        )
        ours.pop_all()
    giving, taking, errors = (end for _, end in ends)
    assert errors is not None
    return begun, giving, taking, errors


def _stream(
    which: Stream, mode: int, theirs: ExitStack, ours: ExitStack
) -> tuple[int, FileIO | None]:
    """Return a descriptor above 2 for the program, and the judge's end if it is a pipe."""
    if which == subprocess.PIPE:
        reading, writing = os.pipe()
        their, our = (reading, writing) if mode == os.O_RDONLY else (writing, reading)
        end = ours.enter_context(FileIO(our, "w" if mode == os.O_RDONLY else "r"))
        theirs.callback(os.close, their)
        return their, end
    if which == subprocess.DEVNULL:
        descriptor = os.open(os.devnull, os.O_RDWR)
        theirs.callback(os.close, descriptor)
        return descriptor, None
    number = which if isinstance(which, int) else which.fileno()
    if number > 2:
        return number, None
    import fcntl

    copy = fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 3)
    theirs.callback(os.close, copy)
    return copy, None


def _spawned(
    stdin: Stream, stdout: Stream, pass_fds: Sequence[int], entry: Entry, limits: Resources
) -> Started:
    """Start a program without a helper, with the kernel's limits alone."""

    def limit() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        for what, most in limits:
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (most, most))

    popen = subprocess.Popen(
        entry.command,
        executable=entry.program,
        bufsize=0,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        cwd=entry.cwd,
        env=entry.environment,
        pass_fds=pass_fds,
        start_new_session=True,
        preexec_fn=limit,
    )
    popen.returncode = 0  # `Process` waits for it
    assert popen.stderr is not None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Begun(popen.pid, 0.0, peak), popen.stdin, popen.stdout, popen.stderr
