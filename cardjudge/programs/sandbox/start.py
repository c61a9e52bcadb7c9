"""The judge's side of the helper: one per process, started with the first program."""

import marshal
import os
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

_HELPER = str(Path(__file__).with_name("helper.py"))
_LENGTH = struct.Struct("=i")
_LONGEST = 4096
_KINDS = {False: "plain", True: "mounts"}
_helpers: set[int] = set()


class Begun(NamedTuple):
    """A running program, and the resources that its process used before it began."""

    pid: int
    cpu: float
    """CPU seconds."""
    peak: int
    """Peak resident memory, in the unit of `getrusage`."""
    listener: int | None = None
    """The descriptor on which the filter asks the judge."""
    root: int | None = None
    """A descriptor of the root of its private file system."""


class StartError(OSError):
    """A start failed; `step` is ``start``, ``sandbox``, ``execute`` or ``helper``."""

    def __init__(self, step: str, number: int, why: str = "") -> None:
        super().__init__(number, os.strerror(number) if number > 0 else why)
        self.step = step


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
        _helpers.add(self.pid)

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
            _helpers.discard(self.pid)
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


def helpers() -> frozenset[int]:
    """Return the process numbers of the helpers, which belong to no program's family."""
    return frozenset(_helpers)


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
    found: dict[bytes, Any] = {}
    while True:
        word, fds, _, _ = socket.recv_fds(channel, _LONGEST, 1, socket.MSG_CMSG_CLOEXEC)
        if not word:
            break
        kind, rest = word[:1], word[1:]
        found[kind] = fds[0] if fds else marshal.loads(rest)
    if b"B" in found and b"E" not in found:
        cpu, peak = found[b"B"]
        return Begun(pid, cpu, peak, found.get(b"L"), found.get(b"R"))
    for kind in (b"L", b"R"):
        if kind in found:
            os.close(found[kind])
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)
    raise StartError(*found.get(b"E", ("sandbox", -1, "child")))
