"""Run programs of others without a shell, under limits, and end them with all their descendants."""

from __future__ import annotations

import math
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cache, partial
from typing import IO, ClassVar, Self

if sys.platform not in ("win32", "emscripten"):
    import resource

from cardjudge.errors import UserError, quote, why
from cardjudge.programs import family, folder, keeper
from cardjudge.programs.clocks import Clocks
from cardjudge.programs.installed import with_languages
from cardjudge.programs.limits import Clock as Clock
from cardjudge.programs.limits import Ended as Ended
from cardjudge.programs.limits import Exceeded, StarterLost, demand_system, enforced
from cardjudge.programs.limits import Limits as Limits
from cardjudge.programs.questions import Questions
from cardjudge.programs.sandbox import Sandbox, mounts
from cardjudge.programs.sandbox.entry import Entry
from cardjudge.programs.start import start

STDERR_TAIL = 1 << 14
"""Bytes that the judge keeps of the beginning, and of the end, of standard error."""
_CHUNK = 1 << 16
_FIRST_LOOK, _LAST_LOOK = 0.008, 0.064
"""Seconds until the first look and between late ones; the interval doubles after each look."""
_MORE = 1.1
"""A program's own peak must exceed the peak of the process that forked it by this factor."""
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024


@cache
def _signals() -> set[int]:
    """Return all signals; to make them for each run takes 0.1 ms."""
    return {int(each) for each in signal.valid_signals()}


class Process:
    """A running program: ``with`` starts it and ends it.

    `stdin` and `stdout` mean the same as in `subprocess.Popen`; for a pipe, the attribute of that
    name is the judge's unbuffered end. UserError if the command cannot be started. Without a
    `sandbox` the program has all rights of the user; only programs of the kit run so.
    """

    _running: ClassVar[set[int]] = set()
    _families: ClassVar[threading.RLock] = threading.RLock()
    """Held while a program starts: another watcher would take the new process for its orphan."""

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
        demand_system()
        self.limits = limits or Limits()
        self._command = command
        self.pid = 0
        """Process number of the program; 0 before it starts."""
        where = os.path.abspath(cwd) if cwd else os.getcwd()
        self._confined = sandbox is not None and sandbox.mode != "none"
        self._enter = partial(Entry, with_languages(sandbox), command, where, env)
        self._launch = partial(start, stdin, stdout, pass_fds)
        self.stderr_head, self._stderr = bytearray(), bytearray()
        self._stdout: bytearray | None = None
        self.exceeded: Exceeded | None = None
        self._sampled_peak = 0
        self._read = self._written = 0
        self._watcher: threading.Thread | None = None
        self._questions: Questions | None = None
        self._ended: Ended | None = None
        self._failure: Exception | None = None
        self._waited = 0.0
        self._taken = ExitStack()
        """Resources that the judge releases after the run."""

    def start(self) -> Self:
        """Start the program; a caller that does not use ``with`` must call `end`."""
        family.adopt_orphans()
        try:
            private = None
            if self._confined:
                private = str(self._taken.enter_context(folder.private()))
            self._entry = self._enter(private, self.limits.output)
            self._taken.callback(self._entry.close)
            # Signals wait: an exception in the middle of a start would leave an unknown process.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, _signals())
            try:
                self._start()
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        except BaseException:
            if self.pid:
                self.end()
            else:
                self._taken.close()
            raise
        return self

    def _start(self) -> None:
        limits = self.limits
        self._entry.bound(limits.memory, limits.output, limits.processes)
        resources = enforced(limits, self._entry.group is not None)
        try:
            with self._families:
                self._began, *pipes, self._errors = self._launch(self._entry, resources)
                self._running.add(self._began.pid)
        except OSError as error:
            step = getattr(error, "step", "execute")
            if step == "helper" and error.errno == -1:
                raise StarterLost("沙箱的啟動行程不見了") from None
            if step == "sandbox":
                raise UserError("這台機器進不了沙箱：{why}", why=why(error)) from None
            by_name = self._entry.program is None and "/" not in self._command[0]
            told = "無法執行{command}：沒有這個指令" if by_name else "無法執行{command}：{why}"
            kind = StarterLost if step == "helper" else UserError
            raise kind(told, command=quote(self._command[0]), why=why(error)) from None
        self._clock = Clock()
        if self._began.root is not None:
            self._taken.callback(os.close, self._began.root)
        self._clocks = Clocks(self._began.pid)
        self.pid = self._began.pid
        self.stdin, self.stdout = pipes
        self._stderr_fd = self._errors.fileno()
        if self._entry.holds_session:
            keeper.keep(self.pid)
        if self._began.listener is not None:
            self._questions = Questions(
                self._began.listener, self.pid, self.limits.processes, self._clocks
            )

    __enter__ = start

    def __exit__(self, *_: object) -> None:
        self.end()

    def watch(self, stdout: bytearray | None = None) -> Ended:
        """Enforce the limits until the program ends; append its standard output to `stdout`.

        The judge drains standard error all the time, so the program never blocks on it.
        """
        self._stdout = stdout
        usage = None
        waiting = select.poll()
        for fd in self._pipes():
            os.set_blocking(fd, False)
            waiting.register(fd, select.POLLIN)
        pidfd = os.pidfd_open(self.pid) if sys.platform == "linux" else None
        if pidfd is not None:
            self._taken.callback(os.close, pidfd)
            waiting.register(pidfd, select.POLLIN)
        if self._questions is not None:
            waiting.register(self._questions.fd, select.POLLIN)
        interval = _FIRST_LOOK
        next_look = self._clock.seconds() + interval
        last_look = math.inf if self.limits.wall is None else self.limits.wall
        while usage is None and self.exceeded is None:
            events = waiting.poll(1000 * max(next_look - self._clock.seconds(), 0))
            now = self._clock.seconds()
            for fd, event in events:
                if self._questions is not None and fd == self._questions.fd:
                    if event & select.POLLIN:
                        self._questions.answer()
                    else:
                        waiting.unregister(fd)  # all processes under the filter have ended
                elif fd != pidfd and self._drain(fd) == 0:
                    waiting.unregister(fd)
            usage = self._reap()
            if usage is None and now >= next_look:
                self._look(now)
                interval = min(2 * interval, _LAST_LOOK)
                next_look = min(self._clock.seconds() + interval, last_look)
        if usage is None:
            family.kill_session(self.pid)
            usage = self._reap(waits=True)
            assert usage is not None
        return self._conclude(usage)

    def watch_in_background(self) -> None:
        """Enforce the limits in a thread while the caller talks with the program.

        When the program exceeds a limit, or the judge cannot watch any more, the caller reads the
        end of its output; `wait` tells the limit, or raises the error.
        """
        self._watcher = threading.Thread(target=self._watch_or_kill, daemon=True)
        self._watcher.start()

    def _watch_or_kill(self) -> None:
        try:
            self.watch()
        except Exception as error:  # without a watcher nothing would ever end the program
            self._failure = error
            family.kill_session(self.pid)
            self._reap(waits=True)
            self._running.discard(self.pid)
            self._taken.close()

    def wait(self, timeout: float | None = None) -> Ended | None:
        """Wait for the end of a program watched in the background; None if it still runs."""
        if self._watcher is not None:
            self._watcher.join(timeout)
        if self._failure is not None:
            raise self._failure
        return self._ended

    def end(self) -> Ended:
        """Kill the program and its family if they still run; return how the program ended."""
        if self._ended is None and self._failure is None:
            family.kill_session(self.pid)
        try:
            return self.wait() or self.watch()
        finally:
            for pipe in filter(None, (self.stdin, self.stdout, self._errors)):
                pipe.close()

    def _pipes(self) -> list[int]:
        pipes = [self._stderr_fd]
        if self._stdout is not None and self.stdout is not None:
            pipes.append(self.stdout.fileno())
        return pipes

    def _drain(self, fd: int) -> int | None:
        """Read from a pipe; return the bytes read: 0 at its end, None if it is empty now."""
        try:
            chunk = os.read(fd, _CHUNK)
        except BlockingIOError:
            return None
        self._read += len(chunk)
        if fd == self._stderr_fd:
            self.stderr_head += chunk[: STDERR_TAIL - len(self.stderr_head)]
            self._stderr += chunk
            del self._stderr[:-STDERR_TAIL]
        elif self._stdout is not None:
            self._stdout += chunk
            if self.limits.output is not None and len(self._stdout) > self.limits.output:
                del self._stdout[self.limits.output :]
                self.exceeded = "output"
        return len(chunk)

    def _look(self, wall: float) -> None:
        """Check every limit; a look that fails counts as a limit exceeded."""
        self.exceeded = self.exceeded or self._stopped()
        try:
            living = self.living()
            memory = family.memory(living, self._entry.group is not None or not self._confined)
            self._sampled_peak = max(self._sampled_peak, memory)
            if self.limits.wall is not None and wall >= self.limits.wall:
                self._waited = family.waited(living)
        except OSError:
            self.exceeded = self.exceeded or "memory"
            return
        cpu = self._cpu(living)
        self.exceeded = self.exceeded or self.limits.passed(wall, self._waited, cpu, memory)
        if self.exceeded is None:
            self.exceeded = self._wrote([member.thread for member in living if member.lives])

    def living(self) -> list[family.Member]:
        """Return the program and the members of its family that still live."""
        with self._families:
            if self._entry.holds_session:
                return family.of_session(self.pid, self._alone())
            return family.members(self.pid, self._running)

    def cpu(self) -> float:
        """Return the CPU seconds of the program and its family so far."""
        return self._cpu([] if self._entry.group is not None else self.living())

    def _cpu(self, living: list[family.Member], last: bool = False) -> float:
        if self._entry.group is not None:
            return self._entry.group.cpu()
        with self._families:
            return self._clocks.look(living, last) - self._began.cpu

    def _stopped(self) -> Exceeded | None:
        """Return the limit at which the kernel stopped the family: a full group or file system."""
        group, root, most = self._entry.group, self._began.root, self.limits.output
        if group is not None and group.overran():
            return "memory"
        return "file" if root and most is not None and mounts.full(root, most) else None

    def _wrote(self, processes: list[int]) -> Exceeded | None:
        """Return "file" if the files in writable folders exceed the limit together."""
        most, private = self.limits.output, self._entry.folder
        folders = [*self._entry.writable]
        if private is not None and self._began.root is None:
            folders.append(private)
        if most is None or not folders:
            return None
        return "file" if folder.size(folders, processes, most) > most else None

    def _flooded(self, blocks: int) -> Exceeded | None:
        """Return "file" if a failed program outside the sandbox has written over the limit.

        The kernel counts what the program and its children wrote, for an ordinary user in blocks of
        a disk alone; what came through the pipes is no file.
        """
        most = self.limits.output
        if self._confined or most is None or self._status == 0:
            return None
        if self._stdout is None:  # somebody else reads what the program says
            return "file" if self._status == -signal.SIGXFSZ else None
        return "file" if max(self._written - self._read, 512 * blocks) > most else None

    def _reap(self, waits: bool = False) -> resource.struct_rusage | None:
        """Reap the program if it has ended; read its clock first, which excludes its children."""
        ended = family.reaped(self.pid, self._ends, waits)
        if ended is None:
            return None
        self._status = os.waitstatus_to_exitcode(ended[0])
        return ended[1]

    def _ends(self, process: int) -> None:
        self._clocks.ends(process)
        self._written = family.written(process)

    def _conclude(self, usage: resource.struct_rusage) -> Ended:
        wall = self._clock.seconds()
        for fd in self._pipes():
            while self._drain(fd):
                pass
        with self._families:
            cpu = self._end_family()
            full = self._stopped() or self._wrote([]) or self._flooded(usage.ru_oublock)
            self._running.discard(self.pid)
            self._taken.close()
        if self._questions is None:  # no filter reported children, and the clocks saw none end
            cpu = max(cpu, usage.ru_utime + usage.ru_stime - self._began.cpu)
        peaks = [self._sampled_peak, self._questions.peak if self._questions else 0]
        # The kernel starts a program with the peak of the process that forked it.
        if usage.ru_maxrss > self._began.peak * _MORE:
            peaks.append(usage.ru_maxrss * _MAXRSS_UNIT)
        if full == "memory":
            peaks.append(self.limits.memory or 0)
        peak = max(peaks) or None
        self._ended = Ended(
            status=self._status,
            exceeded=self.exceeded or full or self.limits.passed(wall, self._waited, cpu, peak),
            wall=wall,
            cpu=cpu,
            memory=peak,
            stderr=bytes(self._stderr),
            refused=tuple(sorted(self._questions.refused)) if self._questions else (),
            held=self._confined,
            waited=self._waited,
        )
        return self._ended

    def _end_family(self) -> float:
        """Kill what the program has left; return the CPU seconds of the whole family."""
        if self._questions is not None:
            self._questions.close()
        if self._entry.holds_session:
            self._cpu([] if self._alone() else self.living())
            family.kill_session(self.pid)
            family.reap(self.pid, self._clocks.ends, waits=True)
            keeper.let_go(self.pid)
        else:
            self._cpu(self.living() if family.has_children() else [])
            family.end(self.pid, self._running, self._clocks.ends)
        return self._cpu([], last=True)

    def _alone(self) -> bool:
        return self._questions is not None and self._questions.alone


def run(
    command: Sequence[str],
    *,
    stdin: int | IO[bytes] = subprocess.DEVNULL,
    limits: Limits | None = None,
    cwd: str | os.PathLike[str] | None = None,
    env: Mapping[str, str] | None = None,
    sandbox: Sandbox | None = None,
) -> tuple[Ended, bytes]:
    """Run a program to its end; return how it ended and its standard output up to the limit."""
    stdout = bytearray()
    with Process(command, stdin=stdin, limits=limits, cwd=cwd, env=env, sandbox=sandbox) as process:
        ended = process.watch(stdout)
        output = bytes(stdout)
        stdout.clear()  # the process still refers to the buffer
        return ended, output
