"""The start of a program: its streams, and the order for the helper.

The judge has one helper a process, started with the first program. Without one, `subprocess` starts
a program with the kernel's limits alone.
"""

import marshal
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import lru_cache
from io import FileIO
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

if sys.platform not in ("emscripten", "win32"):
    import resource

from cardjudge.programs.sandbox import kernel
from cardjudge.programs.sandbox.entry import Entry

_HELPER = str(Path(__file__).with_name("helper.py"))
_LENGTH = struct.Struct("=i")
_LONGEST = 4096
_KINDS = {False: "plain", True: "mounts"}
Stream: TypeAlias = int | IO[bytes]
Resources: TypeAlias = tuple[tuple[int, int], ...]
"""Limits of the kernel, as for `setrlimit`."""


class Begun(NamedTuple):
    """A running program, and the resources that its process used before it began."""

    pid: int
    cpu: float
    """CPU seconds."""
    peak: int
    """Peak resident memory, in the unit of `getrusage`."""
    when: float
    """The time on the monotonic clock."""
    on: float = 0.0
    """Seconds on a processor, as the scheduler counts them."""
    wait: float = 0.0
    """Seconds without a processor."""
    listener: int | None = None
    """The descriptor on which the filter asks the judge."""
    root: int | None = None
    """A descriptor of the root of its private file system."""


Started: TypeAlias = tuple[Begun, IO[bytes] | None, IO[bytes] | None, IO[bytes]]
"""A running program and the judge's ends of its three standard streams."""


class StartError(OSError):
    """A start failed; `step` is ``start``, ``sandbox``, ``execute`` or ``helper``."""

    def __init__(self, step: str, number: int, why: str = "") -> None:
        super().__init__(number, os.strerror(number) if number > 0 else why)
        self.step = step


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
        fds = [
            *(end for end, _ in ends),
            *pass_fds,
            *(entry.group.entrances if entry.group else ()),
        ]
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
    """Return a descriptor for the program, and the judge's end if it is a pipe."""
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
    return which if isinstance(which, int) else which.fileno(), None


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
    return Begun(popen.pid, 0.0, peak, time.monotonic()), popen.stdin, popen.stdout, popen.stderr


class Helper:
    """A helper process, with a mount namespace of its own or with the judge's."""

    def __init__(self, mounts: bool) -> None:
        self._socket, theirs = socket.socketpair()
        self._lock = threading.Lock()
        with theirs:
            if threading.current_thread() is threading.main_thread():
                self.pid = _popen(theirs, mounts)
            else:
                self.pid = _from_lasting_thread(theirs, mounts)
        answer = self._socket.recv(_LENGTH.size)
        number = _LENGTH.unpack(answer)[0] if answer else -1
        if number:
            os.waitpid(self.pid, 0)
            self._socket.close()
            raise StartError("sandbox", number, "mount")

    def start(self, order: dict[str, Any], fds: Sequence[int]) -> Begun:
        """Start a program by an order; return once it has begun. StartError if it has not."""
        order |= {"judge": os.getpid(), "cores": sorted(os.sched_getaffinity(0))}
        channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with channel:
            with theirs, self._lock:
                pid = self._ask(order, [theirs.fileno(), *fds])
            return _begun(pid, channel)

    def _ask(self, order: dict[str, Any], fds: Sequence[int]) -> int:
        data = marshal.dumps(order)
        try:
            socket.send_fds(self._socket, [_LENGTH.pack(len(data))], fds)
            self._socket.sendall(data)
            answer = self._socket.recv(_LENGTH.size)
        except (BrokenPipeError, ConnectionResetError):
            answer = b""
        if not answer:
            helper.cache_clear()
            os.waitpid(self.pid, 0)
            self._socket.close()
            raise StartError("helper", -1, "helper")
        [pid] = _LENGTH.unpack(answer)
        if pid < 0:
            raise StartError("helper", -pid)
        return int(pid)


@lru_cache(maxsize=4)
def helper(_judge: int, mounts: bool) -> Helper:
    """Return the helper of this process; the number tells a fork, which gets its own."""
    return Helper(mounts)


def _popen(theirs: socket.socket, mounts: bool) -> int:
    """Start the helper in a session of its own, which Ctrl-C does not reach."""
    popen = subprocess.Popen(
        [sys.executable, "-I", "-S", _HELPER, str(theirs.fileno()), _KINDS[mounts]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(theirs.fileno(),),
        start_new_session=True,
        cwd="/",
    )
    popen.returncode = 0  # the helper ends with the judge, and `Popen` need not wait
    return popen.pid


def _from_lasting_thread(theirs: socket.socket, mounts: bool) -> int:
    """Start the helper from a thread that never ends: the thread's end would kill programs."""
    started: list[int] = []
    ready = threading.Event()

    def last() -> None:
        try:
            started.append(_popen(theirs, mounts))
        finally:
            ready.set()
        threading.Event().wait()

    threading.Thread(target=last, daemon=True).start()
    ready.wait()
    if not started:
        raise StartError("helper", -1, "helper")
    return started[0]


def _begun(pid: int, channel: socket.socket) -> Begun:
    """Return the start's result from the child's messages; StartError if a step failed."""
    messages: dict[bytes, Any] = {}
    while True:
        word, fds, _, _ = socket.recv_fds(channel, _LONGEST, 1, socket.MSG_CMSG_CLOEXEC)
        if not word:
            break
        kind, rest = word[:1], word[1:]
        messages[kind] = fds[0] if fds else marshal.loads(rest)
    if b"B" in messages and b"E" not in messages:
        used: tuple[float, int, float, float, float] = messages[b"B"]
        return Begun(pid, *used, messages.get(b"L"), messages.get(b"R"))
    for kind in (b"L", b"R"):
        if kind in messages:
            os.close(messages[kind])
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)
    raise StartError(*messages.get(b"E", ("sandbox", -1, "child")))
