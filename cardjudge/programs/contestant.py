"""A contestant: a program that answers calls, and loses the game when it fails.

A call is a question and its answer. Nothing blocks: the judge writes as much as the program takes,
reads what is there, and looks at the clocks after every event. An answer that does not come at once
stops the rivals until it comes, so that they take no processor from the program.
"""

import math
import os
import select
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, ClassVar, NamedTuple, NoReturn, Self

from cardjudge.errors import UserError, quote, visible
from cardjudge.language import say
from cardjudge.programs import processes
from cardjudge.programs.process import Clock, Limits, Process
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.signals import ending, overrun

_AT_ONCE = 0.02
"""Seconds in which a quick answer comes: until then the rivals run, and no clock is read."""
_LOOK = 0.05
"""Seconds of silence until the judge looks at the clocks."""
_CHUNK = 1 << 12
_PATIENCE = 5.0
"""Seconds that the judge waits for the end of a process that has closed its output."""
_LAST_LINES, _LONGEST = 3, 1000


class Command(NamedTuple):
    """How to run a contestant; the limits `cpu` and `wall` hold for each call."""

    words: tuple[str, ...]
    limits: Limits
    sandbox: Sandbox | None
    name: str


class ForfeitError(UserError):
    """A contestant has lost at once; `last_words` is the end of its standard error."""

    def __init__(self, name: str, reason: str, last_words: str = "") -> None:
        told = say("；最後說：{words}", words=last_words) if last_words else ""
        super().__init__("{name}判負：{reason}{told}", name=quote(name), reason=reason, told=told)
        self.reason = reason
        self.last_words = last_words


class Contestant:
    """A contestant's process; it starts on demand and again after every failure."""

    apart: ClassVar[bool] = False
    """Whether the calls have descriptors of their own, whose numbers are the command's last words;
    standard input and output are empty then."""

    must_read: ClassVar[bool] = True
    """Whether a program loses that answers a question before it has read it."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.process: Process | None = None
        self.rivals: Sequence[Contestant] = ()
        """The contestants that are stopped while this one thinks."""
        self._pending = bytearray()
        """The part of the question that the program has not taken yet."""
        self._ends = ExitStack()
        self._to = self._from = -1
        self._is_deaf = False
        """Whether the program has closed its input."""

    @property
    def reads_nothing(self) -> bool:
        """Whether the program has not taken its whole question."""
        return bool(self._pending) or self._is_deaf

    def ask(self, question: bytes) -> None:
        """Send a question, as far as the program takes it; `answer` sends the rest."""
        if self.process is None:
            self._start()
        self._pending += question
        self._write()

    def answer(self, is_whole: Callable[[bytes], bool]) -> bytes:
        """Return the answer once it is whole; ForfeitError without one within the limits."""
        process = self.process
        assert process is not None
        data, clocks = b"", None
        with ExitStack() as slow:
            while not is_whole(data):
                data += self._read(_LOOK if clocks else _AT_ONCE)
                if clocks is not None:
                    clocks.check()
                elif not is_whole(data):
                    for rival in self.rivals:
                        slow.enter_context(rival.stopped())
                    clocks = slow.enter_context(_Clocks(self, process))
            if self.must_read and self.reads_nothing:
                self.lose(say("沒有讀完問題就回答了"))
        return data

    def _read(self, seconds: float) -> bytes:
        """Wait for an event, and send and read what can be; return what was read."""
        poll = select.poll()
        poll.register(self._from, select.POLLIN)
        if self._pending:
            poll.register(self._to, select.POLLOUT)
        events = dict(poll.poll(1000 * seconds))
        if self._to in events:
            self._write()
        if self._from not in events:
            return b""
        try:
            return os.read(self._from, _CHUNK) or self.lose(self._ending())
        except BlockingIOError:  # the program, which can read its own pipe, was faster
            return b""

    def _write(self) -> None:
        try:
            del self._pending[: os.write(self._to, self._pending)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._pending.clear()
            self._is_deaf = True

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the whole family of the program during the block."""
        if self.process is not None:
            self.process.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            if self.process is not None:
                self.process.signal(signal.SIGCONT)

    def close(self) -> None:
        """End the process, if it runs."""
        if self.process is not None:
            self.process.end()
            self.process = None
        self._ends.close()
        self._pending.clear()

    def lose(self, reason: str) -> NoReturn:
        """End the process and lose the game."""
        said = self.process.end().last_lines(_LAST_LINES) if self.process is not None else []
        self.close()
        words = visible(" ⏎ ".join(map(str.strip, said)), _LONGEST)
        raise ForfeitError(self.command.name, reason, words)

    def _start(self) -> None:
        """Start the program; only calls have limits of time."""
        words, limits, sandbox, _ = self.command
        bounds = limits._replace(wall=None, cpu=None)
        theirs: tuple[int, ...] = ()
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        if self.apart:
            (questions, self._to), (self._from, answers) = os.pipe(), os.pipe()
            theirs = questions, answers
            self._ends.callback(_close, self._to, self._from)
            pipes = dict.fromkeys(pipes, subprocess.DEVNULL) | {"pass_fds": theirs}
        try:
            command = [*words, *map(str, theirs)]
            process = Process(command, limits=bounds, sandbox=sandbox, **pipes)
        finally:
            _close(*theirs)
        self.process, self._is_deaf = process, False
        if process.stdin is not None and process.stdout is not None:
            self._to, self._from = process.stdin.fileno(), process.stdout.fileno()
        for end in self._to, self._from:
            os.set_blocking(end, False)
        process.watch_in_background()

    def _ending(self) -> str:
        """Return the reason why a process that has closed its output ended, in words."""
        assert self.process is not None
        ended = self.process.wait(_PATIENCE)
        if ended is None:
            return say("關掉了輸出，沒有回答")
        if ended.exceeded is not None:
            return overrun(ended, self.command.limits)
        return say("沒有回答就結束了，{how}", how=ending(ended.status))


class _Clocks:
    """The time of a call since the judge has waited for its answer."""

    def __init__(self, contestant: Contestant, process: Process) -> None:
        self._contestant, self._process = contestant, process
        self._clock = Clock()
        self._cpu, self._seconds = process.family.cpu(), process.seconds()
        self._schedule = processes.open_schedule()
        self._waits = processes.waits_of(self._schedule)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._schedule is not None:
            os.close(self._schedule)

    def check(self) -> None:
        """Lose the game if the call exceeds its time.

        As wall time counts neither a wait of the program for a processor nor one of the judge.
        """
        limits, process = self._contestant.command.limits, self._process
        if limits.cpu is not None and process.family.cpu() - self._cpu > limits.cpu:
            self._contestant.lose(say("超過 {seconds:g} 秒的 CPU 時間", seconds=limits.cpu))
        waits = processes.waits_of(self._schedule) - self._waits
        passed = process.seconds_at_look - self._seconds - waits
        if passed >= limits.end(0.0) or self._clock.seconds() >= limits.end(math.inf):
            deaf = "{seconds:g} 秒內沒有讀完問題"
            reason = deaf if self._contestant.reads_nothing else "{seconds:g} 秒內沒有回答"
            self._contestant.lose(say(reason, seconds=limits.wall))


def meet(contestants: Sequence[Contestant]) -> None:
    """Make contestants rivals of each other."""
    for contestant in contestants:
        contestant.rivals = [rival for rival in contestants if rival is not contestant]


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)
