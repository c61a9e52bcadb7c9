"""Run programs of others without a shell, under limits, and end them with all their descendants."""

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from typing import IO, TYPE_CHECKING, Self

from cardjudge.errors import UserError, quote, why
from cardjudge.programs import keeper, processes
from cardjudge.programs.family import Family
from cardjudge.programs.installed import with_languages
from cardjudge.programs.limits import Clock as Clock
from cardjudge.programs.limits import Ended as Ended
from cardjudge.programs.limits import Exceeded, StarterLost, demand_system, enforced
from cardjudge.programs.limits import Limits as Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.entry import Entry, confines
from cardjudge.programs.sandbox.start import start

if TYPE_CHECKING:
    import resource

STDERR_TAIL = 1 << 14
"""Bytes that the judge keeps of the beginning, and of the end, of standard error."""
_CHUNK = 1 << 16
_NO_HEAP = b"java.lang.OutOfMemoryError: Java heap space"
"""Words of Java when the heap, which follows the memory limit, is full."""
_FIRST_LOOK, _LAST_LOOK = 0.008, 0.064
"""Seconds until the first look and between late ones; the interval doubles after each look."""
_LONGEST_LOOK = 1.0
"""CPU seconds of the judge that a look may take; it may also sleep, for a program's locks."""
_GUARDED = 0.25
"""Seconds between two turns of the guard, and by which it is later than the judge's own end."""


@cache
def _signals() -> set[int]:
    """Return all signals; to make them for each run takes 0.1 ms."""
    return {int(number) for number in signal.valid_signals()}


@contextmanager
def _no_signals() -> Iterator[None]:
    """Let signals wait: an exception in the middle would leave a process that nobody ends."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Process:
    """A running program; ``with`` ends it, and a caller that does not use it must call `end`.

    `stdin` and `stdout` mean the same as in `subprocess.Popen`; for a pipe, the attribute of that
    name is the judge's unbuffered end. UserError if the command cannot be started. Without a
    `sandbox` the program has all rights of the user; only programs of the kit run so.
    """

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
        Clock.hear()
        self.limits = limits or Limits()
        self.exceeded: Exceeded | None = None
        self.stderr_head, self._stderr_tail = bytearray(), bytearray()
        self._output: bytearray | None = None
        self._read = 0
        """Bytes that came through the pipes."""
        self.pid = 0
        self._usage: resource.struct_rusage | None = None
        """The usage of the program without its children, once it has been reaped."""
        self._reaping = threading.Lock()
        """Held while the program is reaped, or killed by its number."""
        self._done = threading.Event()
        self._guard: threading.Thread | None = None
        self._look_began: float | None = None
        """The judge's CPU seconds at the start of a look that goes on."""
        self._schedule: int | None = None
        """A descriptor of the schedule of the judge's thread."""
        self._watched = threading.Event()
        self._watched.set()  # an interrupted `Thread.join` takes a thread for ended
        self._failure: Exception | None = None
        self._ended: Ended | None = None
        self._taken = ExitStack()
        processes.adopt_orphans()
        processes.written()  # the first program in a sandbox closes its file to this process
        try:
            private = sandbox is not None and confines(sandbox.mode, sandbox.made_of())
            folder = str(self._taken.enter_context(keeper.private())) if private else None
            where = os.path.abspath(cwd) if cwd else os.getcwd()
            most = self.limits.memory, self.limits.output, self.limits.processes
            entry = Entry(with_languages(sandbox), command, where, env, folder, *most)
            self._taken.callback(entry.close)
            self._sets_heap = entry.sets_heap
            with _no_signals():
                self._start(entry, stdin, stdout, pass_fds)
        except BaseException:
            if self.pid:
                self.end()
            self._taken.close()
            raise

    def _start(
        self, entry: Entry, stdin: int | IO[bytes], stdout: int | IO[bytes], pass_fds: Sequence[int]
    ) -> None:
        resources = enforced(self.limits, entry.group is not None)
        try:
            begun, *pipes, self._stderr = start(stdin, stdout, pass_fds, entry, resources)
            self.family = Family(begun, entry, self.limits)
        except OSError as error:
            raise _not_started(error, entry) from None
        self._clock = Clock(begun.when)
        self.seconds_at_look = 0.0  # waits are known until the last look
        self.pid = begun.pid
        self.stdin, self.stdout = pipes
        self._sinks = {self._stderr.fileno(): self._keep_errors}
        """By descriptor, what takes the bytes from a pipe."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def watch(self, stdout: bytearray | None = None) -> Ended:
        """Enforce the limits until the program ends; append its standard output to `stdout`.

        The judge drains standard error all the time, so the program never blocks on it.
        """
        self._output = stdout
        if stdout is not None and self.stdout is not None:
            self._sinks[self.stdout.fileno()] = self._keep_output
        try:
            self._enforce()
        finally:
            self._done.set()
            if self._guard is not None:
                self._guard.join()
            with _no_signals():
                self._ended = self._conclude()
        return self._ended

    def watch_in_background(self) -> None:
        """Enforce the limits in a thread while the caller talks with the program.

        When the program exceeds a limit, or the judge cannot watch any more, the caller reads the
        end of its output; `wait` tells the limit, or raises the error.
        """

        def watch() -> None:
            try:
                self.watch()
            except Exception as error:
                self._failure = error
            finally:
                self._watched.set()

        self._watched.clear()
        threading.Thread(target=watch, daemon=True).start()

    def seconds(self) -> float:
        """Return the seconds since the start, without waits for a processor."""
        return self._clock.seconds() - self.family.waited

    def signal(self, number: int) -> None:
        """Send a signal to the whole family, if the program still runs."""
        with self._reaping:
            if self._usage is None:
                self.family.signal(number)

    def wait(self, timeout: float | None = None) -> Ended | None:
        """Wait for the end of a program watched in the background; None if it still runs."""
        self._watched.wait(timeout)
        if self._failure is not None:
            raise self._failure
        return self._ended

    def end(self) -> Ended:
        """Kill the program and its family if they still run; return how the program ended."""
        if self._usage is None:
            self.family.signal(signal.SIGKILL)
        try:
            return self.wait() or self.watch()
        finally:
            if self._watched.is_set():  # after a signal in between, the thread still reads
                for pipe in filter(None, (self.stdin, self.stdout, self._stderr)):
                    pipe.close()

    def _enforce(self) -> None:
        """Wait until the program ends or exceeds a limit."""
        waiting = select.poll()
        readers = self._readers()
        for fd in readers:
            waiting.register(fd, select.POLLIN)
        interval = _FIRST_LOOK
        next_look = self._look_after(interval)
        before = processes.waits_of(self._schedule)
        while not self._reap() and self.exceeded is None:
            events = waiting.poll(1000 * max(next_look - self._clock.seconds(), 0))
            late, before = -before, processes.waits_of(self._schedule)
            late += before
            for fd, event in events:
                read = readers[fd]() if event & select.POLLIN else 0
                if read == 0:
                    waiting.unregister(fd)
                elif read is None or read == _CHUNK:  # the program may have waited for the judge
                    self.family.clocks.waits.owes(late)
                    late = 0.0
            if self._clock.seconds() >= next_look:
                if self._guard is None:  # not before, as to start a thread takes 0.1 ms
                    self._guard = threading.Thread(target=self._end_in_time, daemon=True)
                    self._guard.start()
                self._look()
                interval = min(2 * interval, _LAST_LOOK)
                next_look = self._look_after(interval)

    def _end_in_time(self) -> None:
        """Kill the program after its wall time, or when a look takes too long.

        No look delays this: it runs in a thread of its own.
        """
        while not self._done.wait(_GUARDED):
            began, family = self._look_began, self.family
            late: Exceeded | None = None
            if self._clock.seconds() >= self.limits.end(family.waited) + _GUARDED:
                late = "wall"
            elif began is not None and processes.ran(self._schedule) - began > _LONGEST_LOOK:
                late = family.examines
            if late is not None:
                self.exceeded = self.exceeded or late
                with self._reaping:
                    if self._usage is None:
                        self.family.signal(signal.SIGKILL)

    def _readers(self) -> dict[int, Callable[[], int | None]]:
        """Return what to call when a descriptor is readable; it returns 0 at the end of a pipe."""
        readers: dict[int, Callable[[], int | None]] = {}
        for fd in self._sinks:
            os.set_blocking(fd, False)
            readers[fd] = partial(self._drain, fd)
        if sys.platform == "linux":
            self._schedule = processes.open_schedule()
            if self._schedule is not None:
                self._taken.callback(os.close, self._schedule)
            pidfd = os.pidfd_open(self.pid)
            self._taken.callback(os.close, pidfd)
            readers[pidfd] = lambda: None
        if questions := self.family.questions:
            readers[questions.fd] = questions.answer
        return readers

    def _look(self) -> None:
        self._look_began = processes.ran(self._schedule)
        now = self._clock.seconds()
        try:
            passed = self.family.passed()
        finally:
            self._look_began = None
        self.seconds_at_look = now - self.family.waited
        if passed is None and self._clock.seconds() >= self.limits.end(self.family.waited):
            passed = "wall"
        if passed is not None:
            self.exceeded = self.exceeded or passed

    def _look_after(self, interval: float) -> float:
        """Return the time of the next look: after an interval, but not later than the end."""
        now, end = self._clock.seconds(), self.limits.end(self.family.waited)
        return end if now < end < now + interval else now + interval

    def _drain(self, fd: int) -> int | None:
        """Read from a pipe; return the bytes read: 0 at its end, None if it is empty now."""
        try:
            chunk = os.read(fd, _CHUNK)
        except BlockingIOError:
            return None
        self._read += len(chunk)
        self._sinks[fd](chunk)
        return len(chunk)

    def _keep_errors(self, chunk: bytes) -> None:
        self.stderr_head += chunk[: STDERR_TAIL - len(self.stderr_head)]
        self._stderr_tail += chunk
        del self._stderr_tail[:-STDERR_TAIL]

    def _keep_output(self, chunk: bytes) -> None:
        assert self._output is not None
        self._output += chunk
        if self.limits.output is not None and len(self._output) > self.limits.output:
            del self._output[self.limits.output :]
            self.exceeded = "output"

    def _reap(self, waits: bool = False) -> bool:
        """Reap the program if it has ended, and return whether it has.

        Its clock is read before, and excludes its children.
        """
        ends = self.family.clocks.ends
        with self._reaping:
            if self._usage is None and (ended := processes.reaped(self.pid, ends, waits)):
                status, self._usage, self._written = ended
                self._status = os.waitstatus_to_exitcode(status)
        return self._usage is not None

    def _conclude(self) -> Ended:
        """End the program, if it still runs, and its family; return how the program ended."""
        if self._usage is None:
            self.family.signal(signal.SIGKILL)
            self._reap(waits=True)
        assert self._usage is not None
        family, wall = self.family, self._clock.seconds()
        with self._taken:
            cpu, late = family.end(self._usage)
            for fd in self._sinks:
                while self._drain(fd):
                    pass
            late = late or self._flooded(self._usage.ru_oublock)
            if self._sets_heap and self._status != 0 and _NO_HEAP in self._stderr_tail:
                late = late or "memory"
        peak = family.peak or None
        return Ended(
            status=self._status,
            exceeded=self.exceeded or late or self.limits.passed(wall - family.waited, cpu, peak),
            wall=wall,
            cpu=cpu,
            memory=peak,
            stderr=bytes(self._stderr_tail),
            refused=tuple(sorted(family.questions.refused)) if family.questions else (),
            held=family.is_confined,
            waited=family.waited,
        )

    def _flooded(self, blocks: int) -> Exceeded | None:
        """Return "file" if a failed program outside the sandbox has written over the limit.

        The kernel counts what the program and its children wrote, for an ordinary user in blocks of
        a disk alone; what came through the pipes is no file.
        """
        most = self.limits.output
        if self.family.is_confined or most is None or self._status == 0:
            return None
        if self._output is None:  # somebody else reads what the program says
            return "file" if self._status == -signal.SIGXFSZ else None
        return "file" if max(self._written - self._read, 512 * blocks) > most else None


def _not_started(error: OSError, entry: Entry) -> UserError:
    """Return the error of a command that cannot be started, or of a helper that cannot start it."""
    step, name = getattr(error, "step", "execute"), entry.command[0]
    if step == "helper" and error.errno == -1:
        return StarterLost("沙箱的啟動行程不見了")
    if step == "sandbox":
        return UserError("這台機器進不了沙箱：{why}", why=why(error))
    by_name = entry.program is None and "/" not in name
    template = "無法執行{command}：沒有這個指令" if by_name else "無法執行{command}：{why}"
    kind = StarterLost if step == "helper" else UserError
    return kind(template, command=quote(name), why=why(error))


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
