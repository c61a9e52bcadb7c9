"""How a program starts: its streams, its limits, its sandbox, and what it cost to get there."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from io import FileIO
from typing import IO, NamedTuple

if sys.platform not in ("emscripten", "win32"):
    import resource

from cardjudge.programs.sandbox import kernel
from cardjudge.programs.sandbox.entry import Entry
from cardjudge.programs.sandbox.start import Begun, helper
from cardjudge.programs.sandbox.start import order as ordered


class Order(NamedTuple):
    """What is to be started; the streams are as in `subprocess.Popen`."""

    stdin: int | IO[bytes]
    stdout: int | IO[bytes]
    cwd: str
    environment: Mapping[str, str] | None
    pass_fds: Sequence[int]
    limits: tuple[tuple[int, int], ...]


class Started(NamedTuple):
    """A program that runs, and this side's ends of its streams."""

    begun: Begun
    stdin: IO[bytes] | FileIO | None
    stdout: IO[bytes] | FileIO | None
    stderr: IO[bytes] | FileIO


def start(entry: Entry, order: Order) -> Started:
    """Start a program; OSError where it cannot be."""
    if entry.program is None:
        raise FileNotFoundError(2, os.strerror(2))
    return _helped(entry, order) if kernel.machine() is not None else _spawned(entry, order)


def _helped(entry: Entry, order: Order) -> Started:
    """Start a program by the helper."""
    environment = entry.environment(order.environment)
    told = ordered(
        entry.program or "", entry.command, order.cwd, environment, order.limits, order.pass_fds
    )
    layers, more = entry.order()
    with ExitStack() as theirs, ExitStack() as ours:
        wanted = (
            (order.stdin, os.O_RDONLY),
            (order.stdout, os.O_WRONLY),
            (subprocess.PIPE, os.O_WRONLY),
        )
        ends = [_stream(which, mode, theirs, ours) for which, mode in wanted]
        fds = [*(end for end, _ in ends), *order.pass_fds, *more]
        begun = helper(os.getpid(), entry.mounts).start({**told, **layers}, fds)
        ours.pop_all()
    stdin, stdout, stderr = (end for _, end in ends)
    assert stderr is not None
    return Started(begun, stdin, stdout, stderr)


def _stream(
    which: int | IO[bytes], mode: int, theirs: ExitStack, ours: ExitStack
) -> tuple[int, FileIO | None]:
    """Return the descriptor for the program, beyond the standard ones, and our end of a pipe."""
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


def _spawned(entry: Entry, order: Order) -> Started:
    """Start a program where there is no better way: with its limits alone."""

    def limit() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        for what, most in order.limits:
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (most, most))

    popen = subprocess.Popen(
        entry.command,
        executable=entry.program,
        bufsize=0,
        stdin=order.stdin,
        stdout=order.stdout,
        stderr=subprocess.PIPE,
        cwd=order.cwd,
        env=entry.environment(order.environment),
        pass_fds=order.pass_fds,
        start_new_session=True,
        preexec_fn=limit,
    )
    popen.returncode = 0  # it is waited for elsewhere
    assert popen.stderr is not None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Started(Begun(popen.pid, 0.0, peak), popen.stdin, popen.stdout, popen.stderr)
