"""Answers to the seccomp filter: may the program fork, may it act on that process?

Source: Linux, Documentation/userspace-api/seccomp_filter.rst, "Userspace Notification". The judge
decides by arguments in registers only, so the program cannot change them after the check.
"""

import ctypes
import errno
import socket
import struct
from contextlib import suppress

from cardjudge.programs import processes
from cardjudge.programs.clocks import Clocks
from cardjudge.programs.sandbox import kernel, seccomp

_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_QUESTION, _ANSWER = struct.Struct("=QIIiIQ6Q"), struct.Struct("=QqiI")
_GO_ON = 1
_ENDS = seccomp.LAST, seccomp.LAST_OF_THREAD
_MOST_QUEUED = 1000
"""Timers and real-time signals; the kernel has some thousand for all programs of a user."""
_MOST_SOCKETS = 128
"""Sockets of a family: the kernel keeps up to 208 KiB for each, which no process owns."""
THREADS_EACH = 16
"""Threads allowed for each process of the limit; a flood of threads would stop the machine."""


class Questions:
    """Answers the questions of a program's filter on a descriptor, readable when there is one."""

    def __init__(self, fd: int, program: int, processes: int | None, clocks: Clocks) -> None:
        self.fd = fd
        self.refused: set[str] = set()
        """Names of the system calls that were refused."""
        self.alone = True
        """Whether the program has never forked."""
        self.peak = 0
        """Peak resident bytes of the processes that have ended by themselves."""
        self._program, self._processes, self._clocks = program, processes, clocks
        known = kernel.numbers(kernel.machine() or "x86_64")
        self._names = {number: name for name, number in known.items()}
        self._queue = _MOST_QUEUED
        """Timers and signals that the judge may allow before it reads how many there are."""
        self._sockets = _MOST_SOCKETS
        """Sockets that the judge may allow before it counts how many there are."""
        self._room = [0, 0]
        """Processes and threads that the judge may allow before it counts again."""

    def answer(self) -> None:
        """Answer one question, if the thread that asked still lives."""
        from fcntl import ioctl

        buffer = bytearray(_QUESTION.size)
        with suppress(OSError):
            ioctl(self.fd, _RECEIVE, buffer)
            ticket, thread, _, number, _, _, *arguments = _QUESTION.unpack(buffer)
            name, process = self._names.get(number, ""), 0
            if name in _ENDS:
                process, peak = processes.last_look(thread)
                self.peak = max(self.peak, peak)
                if name == seccomp.LAST:
                    self._clocks.ends(process)
                else:
                    self._clocks.thread_ends(process, thread)
            wrong = self._judge(name, arguments, thread)
            try:
                ioctl(self.fd, _SEND, _ANSWER.pack(ticket, 0, -wrong, 0 if wrong else _GO_ON))
            except OSError:  # before Linux 5.19 a signal may interrupt the call
                if name == seccomp.LAST:
                    self._clocks.goes_on(process)

    def _judge(self, name: str, arguments: list[int], thread: int) -> int:
        """Return the error number of a call, 0 if it may go on."""
        if name in _ENDS:
            return 0
        at = seccomp.QUEUES.get(name)
        if name == seccomp.TIMER or (at is not None and arguments[at] & seccomp.REAL_TIME):
            self._queue = self._queue or max(0, _MOST_QUEUED - processes.queued(thread))
            if self._queue == 0:
                return errno.EAGAIN
            self._queue -= 1
            if name == seccomp.TIMER:
                return 0
        if name == seccomp.SOCKETS and seccomp.connected(arguments[0], arguments[1]):
            if self._sockets < 2:
                members = processes.of_session(self._program, self.alone)
                self._sockets = _MOST_SOCKETS - processes.sockets(members, _MOST_SOCKETS)
            self._sockets -= 2
            return errno.EMFILE if self._sockets < 0 else 0
        if name in seccomp.NEW_PROCESS:
            return self._fork(arguments[0] if name == "clone" else 0)
        target = seccomp.BY_PROCESS.get(name)
        if target is not None:
            process = ctypes.c_int32(arguments[target]).value
            if processes.session_of(process) == self._program:
                return 0
        # A C library that looks up a user asks a name service through such a socket.
        if not (name == "socket" and arguments[0] == socket.AF_UNIX):
            self.refused.add(name)
        return errno.EPERM

    def _fork(self, flags: int) -> int:
        if seccomp.leaves_family(flags):
            self.refused.add("clone")
            return errno.EPERM
        which = 1 if flags & seccomp.THREAD else 0
        if self._processes is not None and self._room[which] <= 0:
            self._room = self._count(self._processes)
        if self._processes is not None and self._room[which] <= 0:
            return errno.EAGAIN
        self._room[which] -= 1
        self.alone = self.alone and which == 1
        self._clocks.born(which == 1)
        return 0

    def _count(self, most: int) -> list[int]:
        """Return how many more processes and threads fit, after reaping ended orphans.

        A zombie that its parent does not reap counts as a thread.
        """
        processes.reap(self._program, self._clocks.ends)
        members = processes.of_session(self._program, self.alone)
        living = sum(member.lives for member in members)
        threads = sum(max(member.threads, 1) for member in members)
        threads_left = THREADS_EACH * most - threads
        return [min(most - living, threads_left), threads_left]
