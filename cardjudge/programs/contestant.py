"""A contestant: a program that answers calls, and loses the game when it fails."""

from typing import Any, NamedTuple, NoReturn

from cardjudge.errors import UserError, quote, visible
from cardjudge.language import say
from cardjudge.programs.process import Clock, Limits, Process
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.signals import ending, overrun

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

    def __init__(self, command: Command) -> None:
        self.command = command
        self.process: Process | None = None
        self._clock: Clock | None = None
        """The time since the judge first waited for the answer to a call."""
        self._used = 0.0

    def start(self, words: tuple[str, ...] = (), **pipes: Any) -> Process:
        """Start the process with more words and the pipes of `Process`; only calls are timed."""
        limits = self.command.limits._replace(wall=None, cpu=None)
        self.process = Process(
            [*self.command.words, *words], limits=limits, sandbox=self.command.sandbox, **pipes
        )
        self.process.watch_in_background()
        return self.process

    def close(self) -> None:
        """End the process, if it runs."""
        if self.process is not None:
            self.process.end()
            self.process = None

    def called(self, process: Process) -> None:
        """Start the clocks of a call."""
        self._clock, self._used = None, process.family.cpu()

    def check(self, process: Process) -> None:
        """Lose the game if the call exceeds its time; callers check several times a second."""
        limits = self.command.limits
        self._clock = self._clock or Clock()
        if limits.cpu is not None and process.family.cpu() - self._used > limits.cpu:
            self.lose(say("超過 {seconds:g} 秒的 CPU 時間", seconds=limits.cpu))
        if limits.wall is not None and self._clock.seconds() > limits.wall:
            self.lose(say("{seconds:g} 秒內沒有回答", seconds=limits.wall))

    def lose(self, reason: str) -> NoReturn:
        """End the process and lose the game."""
        said = self.process.end().last_lines(_LAST_LINES) if self.process is not None else []
        self.close()
        words = visible(" ⏎ ".join(map(str.strip, said)), _LONGEST)
        raise ForfeitError(self.command.name, reason, words)

    def ending(self) -> str:
        """Return the reason why a process that has closed its output ended, in words."""
        assert self.process is not None
        ended = self.process.wait(_PATIENCE)
        if ended is None:
            return say("關掉了輸出，沒有回答")
        if ended.exceeded is not None:
            return overrun(ended, self.command.limits)
        return say("沒有回答就結束了，{how}", how=ending(ended.status))
