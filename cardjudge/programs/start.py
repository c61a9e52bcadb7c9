"""How a program starts: its streams, its limits, its sandbox, and what it cost to get there."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import cache, lru_cache
from io import FileIO
from typing import IO, Any, NamedTuple

if sys.platform not in ("emscripten", "win32"):
    import resource

from cardjudge.programs.launch import Steps, launch, possible
from cardjudge.programs.sandbox import kernel
from cardjudge.programs.sandbox.entry import Entry

_USAGE = 144
"""Bytes of `struct rusage`: two times as seconds and microseconds, then the peak, and others."""


class Order(NamedTuple):
    """What is to be started; the streams are as in `subprocess.Popen`."""

    stdin: int | IO[bytes]
    stdout: int | IO[bytes]
    cwd: str
    environment: Mapping[str, str] | None
    pass_fds: Sequence[int]
    limits: tuple[tuple[int, int], ...]


class Started(NamedTuple):
    """A program that runs: this side's ends of its streams, and what it used before it began."""

    pid: int
    stdin: IO[bytes] | FileIO | None
    stdout: IO[bytes] | FileIO | None
    stderr: IO[bytes] | FileIO
    cpu: float
    """Seconds."""
    peak: int
    """Its resident memory, in the unit of `getrusage`."""


def start(entry: Entry, order: Order, mask: Any) -> Started:
    """Start a program, with this mask of signals; OSError where it cannot be."""
    if entry.program is None:
        raise FileNotFoundError(2, os.strerror(2))
    return _launched(entry, order, mask) if possible() else _spawned(entry, order)


@lru_cache(maxsize=8)
def _first(
    machine: kernel.Machine,
    judge: int,
    cwd: str,
    limits: tuple[tuple[int, int], ...],
) -> Steps:
    steps = Steps(machine)
    steps.default_signals()
    steps.add("setsid")
    steps.add("chdir", os.fsencode(cwd))
    steps.add("prctl", kernel.PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    steps.add("getppid", least=judge, most=judge)  # else it has died before the line above
    for what, most in limits:
        steps.add("prlimit64", 0, what, (ctypes.c_uint64 * 2)(most, most), None)
    return steps


def _launched(entry: Entry, order: Order, mask: Any) -> Started:
    machine = kernel.machine()
    assert machine is not None
    assert entry.program is not None
    _forget_peak()
    steps = Steps(machine, _first(machine, os.getpid(), order.cwd, order.limits))
    usage = (ctypes.c_int64 * (_USAGE // 8))()
    with ExitStack() as theirs, ExitStack() as ours:
        wanted = (
            (order.stdin, os.O_RDONLY),
            (order.stdout, os.O_WRONLY),
            (subprocess.PIPE, os.O_WRONLY),
        )
        ends = [_stream(which, mode, theirs, ours) for which, mode in wanted]
        steps.inherit([end for end, _ in ends], order.pass_fds)
        entry.enter(steps)
        steps.add("getrusage", resource.RUSAGE_SELF, usage)
        steps.execute(entry.program, entry.command, entry.environment(order.environment))
        pid = launch(steps, mask)
        ours.pop_all()
    stdin, stdout, stderr = (end for _, end in ends)
    assert stderr is not None
    cpu = usage[0] + usage[2] + (usage[1] + usage[3]) / 1e6
    return Started(pid, stdin, stdout, stderr, cpu, usage[4])


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
    return Started(popen.pid, popen.stdin, popen.stdout, popen.stderr, 0.0, peak)


def _forget_peak() -> None:
    """Let our own peak be what we use now: the kernel gives it to whom we start."""
    with suppress(OSError):
        os.write(_clear_refs(os.getpid()), b"5")


@cache
def _clear_refs(_process: int) -> int:
    return os.open("/proc/self/clear_refs", os.O_WRONLY | os.O_CLOEXEC)
