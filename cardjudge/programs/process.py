"""Programs of others, run without a shell, under limits, and ended with all that they started."""

from __future__ import annotations

import math
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import IO, Any, ClassVar, Literal, NamedTuple, Self, TypeAlias

if sys.platform not in ("win32", "emscripten"):
    import resource

from cardjudge.errors import UserError, quote, why
from cardjudge.programs import family, folder
from cardjudge.programs.installed import with_languages
from cardjudge.programs.limits import Limits as Limits
from cardjudge.programs.limits import enforced
from cardjudge.programs.sandbox import Sandbox, keeper, kernel
from cardjudge.programs.sandbox.entry import Entry
from cardjudge.programs.sandbox.questions import Questions
from cardjudge.programs.start import Order, start

Exceeded: TypeAlias = Literal["wall", "cpu", "memory", "output"]

STDERR_TAIL = 1 << 14
"""How many bytes of the beginning and of the end of standard error are kept."""
_CHUNK = 1 << 16
_FIRST_LOOK, _LAST_LOOK = 0.008, 0.064
"""Seconds between looks at a program: they double, so that a short program costs few of them."""
_STOPPED = 1.0
"""Seconds without a look that tell that this process has not run."""
_SANDBOX_CALLS = ("capset", "landlock_restrict_self", "prctl", "seccomp", "sendmsg")
_MORE = 1.1
"""A peak says something of a program if it is that much above the peak that it started with."""
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024


class Ended(NamedTuple):
    """How a program ended and what it used."""

    status: int
    """The exit status, or minus the number of the signal that killed it."""
    exceeded: Exceeded | None
    """The limit that was passed: it was killed for that, or its use tells so afterwards."""
    wall: float
    cpu: float
    """Seconds, user and system, of the program and of those of its family that were waited for."""
    memory: int | None
    """Peak resident bytes; None for a program too small and too short to be measured."""
    stderr: bytes
    """The last 16 KiB of standard error."""
    refused: tuple[str, ...] = ()
    """The system calls that the sandbox is known to have refused."""
    held: bool = False
    """Whether it ran in the sandbox."""

    def last_lines(self, most: int = 0) -> list[str]:
        """Return the last lines of standard error that say something; all of them for 0."""
        lines = self.stderr.decode(errors="replace").split("\n")
        return [line.rstrip() for line in lines if line.strip()][-most:]


class Clock:
    """Seconds since a start, but for those in which this process was stopped, as by Ctrl-Z.

    It is looked at several times a second: a long time without a look is one that does not count.
    """

    def __init__(self) -> None:
        self._start = self._seen = time.monotonic()

    def seconds(self) -> float:
        """Look at the clock."""
        now = time.monotonic()
        if now - self._seen > _STOPPED:
            self._start += now - self._seen
        self._seen = now
        return now - self._start


class Process:
    """A program that runs within a ``with`` statement: its start starts it, and its end ends it.

    `stdin` and `stdout` are as in `subprocess.Popen`; where they are pipes, the attributes of these
    names are this side's unbuffered ends. UserError if the command cannot be started. Without a
    `sandbox` it runs as the user: for our own programs.
    """

    _running: ClassVar[set[int]] = set()
    _families: ClassVar[threading.RLock] = threading.RLock()
    """Held while a program starts, lest another's watcher take it for an orphan of its own."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        stdin: int | IO[bytes] = subprocess.PIPE,
        stdout: int | IO[bytes] = subprocess.PIPE,
        limits: Limits | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        pass_fds: Sequence[int] = (),
        sandbox: Sandbox | None = None,
    ) -> None:
        if sys.platform == "win32":
            raise UserError("執行程式要在 Linux、macOS 或 WSL 裡")
        self.limits = limits or Limits()
        self._command = command
        self.pid = 0
        """That of the program, once it has started."""
        where = os.path.abspath(cwd) if cwd else os.getcwd()
        self._enter = partial(Entry, with_languages(sandbox), command, where, self.limits)
        self._order = Order(stdin, stdout, where, env, pass_fds, enforced(self.limits))
        self.stderr_head, self._stderr = bytearray(), bytearray()
        self._stdout: bytearray | None = None
        self._exceeded: Exceeded | None = None
        self._sampled_peak = 0
        self._watcher: threading.Thread | None = None
        self._questions: Questions | None = None
        self._ended: Ended | None = None

    def start(self) -> Self:
        """Start the program; who calls this, and not ``with``, must end it."""
        family.adopt_orphans()
        self._entry = self._enter()
        try:
            # Whoever leaves while a program starts could not end it.
            with kernel.signals_wait() as mask:
                self._start(mask)
        except BaseException:
            if self.pid:
                self.end()
            else:
                self._entry.close()
            raise
        return self

    def _start(self, mask: Any) -> None:
        try:
            with self._families:
                self._began = start(self._entry, self._order, mask)
                self._running.add(self._began.pid)
        except OSError as error:
            if getattr(error, "call", "execve") in _SANDBOX_CALLS:
                raise UserError("這台機器進不了沙箱：{why}", why=why(error)) from None
            raise UserError(
                "無法執行{command}：{why}", command=quote(self._command[0]), why=why(error)
            ) from None
        self._clock = Clock()
        self.pid = self._began.pid
        self.stdin, self.stdout = self._began.stdin, self._began.stdout
        self._stderr_fd = self._began.stderr.fileno()
        if self._entry.holds_session:
            keeper.keep(self.pid)
        asks_on = self._entry.asks_on()
        if asks_on is not None:
            self._questions = Questions(asks_on, self.pid, self.limits.processes)

    __enter__ = start

    def __exit__(self, *_: object) -> None:
        self.end()

    def watch(self, stdout: bytearray | None = None) -> Ended:
        """Keep the limits until the program ends; collect its standard output if a buffer is given.

        Standard error is drained all the time, so no program ever waits for it.
        """
        self._stdout = stdout
        usage = None
        waiting = select.poll()
        for fd in self._pipes():
            os.set_blocking(fd, False)
            waiting.register(fd, select.POLLIN)
        pidfd = os.pidfd_open(self.pid) if sys.platform == "linux" else None
        if pidfd is not None:
            waiting.register(pidfd, select.POLLIN)
        if self._questions is not None:
            waiting.register(self._questions.fd, select.POLLIN)
        now = self._clock.seconds()
        interval = _FIRST_LOOK
        next_look = now + interval
        last_look = math.inf if self.limits.wall is None else self.limits.wall
        while usage is None and self._exceeded is None:
            events = waiting.poll(1000 * max(next_look - self._clock.seconds(), 0))
            now = self._clock.seconds()
            for fd, event in events:
                if self._questions is not None and fd == self._questions.fd:
                    if event & select.POLLIN:
                        self._questions.answer()
                    else:
                        waiting.unregister(fd)  # nobody is left to ask
                elif fd != pidfd and self._drain(fd) == 0:
                    waiting.unregister(fd)
            usage = self._reap(os.WNOHANG)
            if usage is None and now >= next_look:
                self._look(now)
                interval = min(2 * interval, _LAST_LOOK)
                next_look = min(self._clock.seconds() + interval, last_look)
        if pidfd is not None:
            os.close(pidfd)
        if usage is None:
            family.kill_session(self.pid)
            usage = self._reap(0)
            assert usage is not None
        return self._conclude(usage)

    def watch_in_background(self) -> None:
        """Keep the limits from a thread, while the caller talks with the program.

        Passing one is seen as the end of the program's output; `wait` then tells which.
        """
        self._watcher = threading.Thread(target=self.watch, daemon=True)
        self._watcher.start()

    def wait(self, timeout: float | None = None) -> Ended | None:
        """Wait for the end of a program that is watched in the background; None if it runs on."""
        if self._watcher is not None:
            self._watcher.join(timeout)
        return self._ended

    def end(self) -> Ended:
        """End the program, if it still runs, and its family; tell how it ended."""
        if self._ended is None:
            family.kill_session(self.pid)
        ended = self.wait() or self.watch()
        for pipe in (self.stdin, self.stdout, self._began.stderr):
            if pipe is not None:
                pipe.close()
        return ended

    def _pipes(self) -> list[int]:
        pipes = [self._stderr_fd]
        if self._stdout is not None and self.stdout is not None:
            pipes.append(self.stdout.fileno())
        return pipes

    def _drain(self, fd: int) -> int | None:
        """Read from a pipe; return how many bytes: 0 at its end, None if there are none now."""
        try:
            chunk = os.read(fd, _CHUNK)
        except BlockingIOError:
            return None
        if fd == self._stderr_fd:
            self.stderr_head += chunk[: STDERR_TAIL - len(self.stderr_head)]
            self._stderr += chunk
            del self._stderr[:-STDERR_TAIL]
        elif self._stdout is not None:
            self._stdout += chunk
            if self.limits.output is not None and len(self._stdout) > self.limits.output:
                del self._stdout[self.limits.output :]
                self._exceeded = "output"
        return len(chunk)

    def _look(self, wall: float) -> None:
        living = self.living()
        memory = family.memory(living)
        self._sampled_peak = max(self._sampled_peak, memory)
        cpu = sum(member.cpu for member in living)
        self._exceeded = self._exceeded or self._overran() or self._passed(wall, cpu, memory)
        most = self.limits.output
        if self._entry.folder is not None and most is not None and self._exceeded is None:
            pids = [member.pid for member in living]
            if folder.size(self._entry.folder, pids, most) > most:
                self._exceeded = "output"

    def living(self) -> list[family.Member]:
        """Return the program and its family, as far as they live."""
        with self._families:
            if self._entry.holds_session:
                asked = self._questions
                return family.of_session(self.pid, asked is not None and asked.alone)
            return family.members(self.pid, self._running)

    def cpu(self) -> float:
        """Return the CPU seconds, so far, of the program and its living family."""
        return sum(member.cpu for member in self.living())

    def _overran(self) -> Exceeded | None:
        """Whether the kernel has stopped somebody for the memory of the family."""
        group = self._entry.group
        return "memory" if group is not None and group.overran() else None

    def _passed(self, wall: float, cpu: float, memory: int | None) -> Exceeded | None:
        limits = self.limits
        if limits.memory is not None and memory is not None and memory > limits.memory:
            return "memory"
        if limits.cpu is not None and cpu > limits.cpu:
            return "cpu"
        if limits.wall is not None and wall >= limits.wall:
            return "wall"
        return None

    def _reap(self, options: int) -> resource.struct_rusage | None:
        pid, status, usage = os.wait4(self.pid, options)
        if pid == 0:
            return None
        self._status = os.waitstatus_to_exitcode(status)
        return usage

    def _conclude(self, usage: resource.struct_rusage) -> Ended:
        wall = self._clock.seconds()
        with self._families:
            cpu = usage.ru_utime + usage.ru_stime - self._began.cpu
            full = self._overran() or self._is_full()
            cpu += self._end_family()
            self._running.discard(self.pid)
        for fd in self._pipes():
            while self._drain(fd):
                pass
        peaks = [self._sampled_peak, self._questions.peak if self._questions else 0]
        # The kernel lets a program start with the peak of the process that it was forked from.
        if usage.ru_maxrss > self._began.peak * _MORE:
            peaks.append(usage.ru_maxrss * _MAXRSS_UNIT)
        if full == "memory":
            peaks.append(self.limits.memory or 0)
        peak = max(peaks) or None
        self._ended = Ended(
            status=self._status,
            exceeded=self._exceeded or self._passed(wall, cpu, peak) or full,
            wall=wall,
            cpu=cpu,
            memory=peak,
            stderr=bytes(self._stderr),
            refused=tuple(sorted(self._questions.refused)) if self._questions else (),
            held=self._entry.folder is not None,
        )
        return self._ended

    def _is_full(self) -> Exceeded | None:
        """Whether a file is as large as it may be: a child may have ended for that, unseen."""
        where, most = self._entry.folder, self.limits.output
        return "output" if where and most and folder.size(where, (), most) >= most else None

    def _end_family(self) -> float:
        if self._questions is not None:
            self._questions.close()
        if self._entry.holds_session:
            cpu = family.end_session(self.pid)
            keeper.let_go(self.pid)
        else:
            cpu = family.end(self.pid, self._running)
        self._entry.close()
        return cpu


def run(
    command: Sequence[str],
    *,
    stdin: int | IO[bytes] = subprocess.DEVNULL,
    limits: Limits | None = None,
    cwd: str | os.PathLike[str] | None = None,
    env: Mapping[str, str] | None = None,
    sandbox: Sandbox | None = None,
) -> tuple[Ended, bytes]:
    """Run a program to its end; return how it ended and its standard output, up to the limit."""
    stdout = bytearray()
    with Process(command, stdin=stdin, limits=limits, cwd=cwd, env=env, sandbox=sandbox) as process:
        return process.watch(stdout), bytes(stdout)
