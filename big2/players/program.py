"""A program of someone else as a player: a line what it may know, a line what it does.

A question is one line of words ``name=value``, with nothing between the items of a list but commas:

    hand=C[3],D[5],H[5] top= left=3,13,9,2 passes=0 unseen=D[3],… history=1:D[9],S[9];2:-1

`hand`, `top` and `unseen` are cards in ascending order, `top` empty where a round begins; `left` is
how many cards each seat holds and `passes` how many have passed since the top play; `history` has
what was done since the start, a seat and its cards or -1. Seats count from the program itself: 0 is
the program, 1 the next to act. The answer is an action as `big2` reads it: indices into the hand,
or -1 to pass.
"""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from big2.cards import Card
from big2.game import PASS, fault
from big2.patterns import Play
from big2.players.base import Advice, Strategy, View
from big2.players.words import FAULTS, PASS_AT_THE_START
from big2.text import parse_action
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.programs.process import Ended, Limits, Process
from cardjudge.programs.sandbox import Sandbox

if TYPE_CHECKING:
    from big2.events import Fault

_LONGEST = 1000
_PATIENCE = 5.0
"""Seconds in which a program that has closed its output must be seen to end."""
_LOOK = 0.05
"""Seconds between looks at what a program uses while it is waited for."""


class Command(NamedTuple):
    """How a program is run; `wall` and `cpu` of the limits are for each answer."""

    words: tuple[str, ...]
    limits: Limits
    sandbox: Sandbox | None
    name: str


class ForfeitError(UserError):
    """A program has lost the game at once; `last_words` is the end of its standard error."""

    def __init__(self, name: str, reason: str, last_words: str = "") -> None:
        told = say("；它最後說：{words}", words=quote(last_words)) if last_words else ""
        super().__init__("{name}判負：{reason}{told}", name=quote(name), reason=reason, told=told)
        self.reason = reason
        self.last_words = last_words


def question(view: View) -> str:
    """Return the line that asks a program for its action."""
    history = ";".join(
        f"{seat}:{_listed(play.cards) if play else -1}" for seat, play in view.history
    )
    return (
        f"hand={_listed(view.hand)} top={_listed(view.top.cards if view.top else ())} "
        f"left={','.join(map(str, view.counts))} passes={view.passes} "
        f"unseen={_listed(view.unseen)} history={history}"
    )


def _listed(cards: Iterable[Card]) -> str:
    return ",".join(map(str, cards))


def judged(view: View, line: str) -> Play | str | None:
    """Return the play of an answer, None for a pass, or why it is illegal."""
    action = parse_action(line)
    if action is PASS:
        return say(PASS_AT_THE_START) if view.top is None else None
    chosen = set(action)
    if len(chosen) != len(action) or not chosen <= set(range(len(view.hand))):
        return say(FAULTS["not in hand"])
    play = view.chain.recognise(view.hand[index] for index in chosen)
    why: Fault | None = "no pattern" if play is None else fault(play, view.top, view.opening)
    return play if why is None else say(FAULTS[why])


class Program(Strategy):
    """A player at the other end of two pipes; its process starts with its first turn."""

    name = "program"

    def __init__(self, command: Command) -> None:
        self._command = command
        self._process: Process | None = None
        self._used = 0.0
        """CPU seconds until the last answer."""

    def advise(self, view: View) -> Advice:
        """Return what the program does; ForfeitError where that is nothing legal."""
        answer = self._ask(f"{question(view)}\n".encode())
        play = judged(view, answer)
        if isinstance(play, str):
            self._lose(say("{answer}不合法：{why}", answer=quote(answer), why=play))
        return Advice(play)

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _ask(self, line: bytes) -> str:
        process = self._running()
        assert process.stdin is not None
        try:
            process.stdin.write(line)
        except BrokenPipeError:
            pass  # it will not answer, and that tells why
        return self._answer(process)

    def _running(self) -> Process:
        if self._process is None:
            limits = self._command.limits._replace(wall=None, cpu=None)
            self._used = 0.0
            self._process = Process(
                self._command.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                limits=limits,
                sandbox=self._command.sandbox,
            ).start()
            self._process.watch_in_background()
        return self._process

    def _answer(self, process: Process) -> str:
        assert process.stdout is not None
        began = time.monotonic()
        data = b""
        while not data.endswith(b"\n"):
            while not select.select([process.stdout], [], [], _LOOK)[0]:
                self._check(process, began)
            chunk = os.read(process.stdout.fileno(), _LONGEST)
            if not chunk:
                self._lose(self._ending(process))
            data += chunk
            if len(data) > _LONGEST or b"\n" in data[:-1]:
                self._lose(say("回答不是一行"))
        self._used = process.cpu()
        line = data.decode(errors="replace").strip()
        return line or self._lose(say("回答是空白的一行"))

    def _check(self, process: Process, began: float) -> None:
        limits = self._command.limits
        if limits.wall is not None and time.monotonic() - began > limits.wall:
            self._lose(say("{seconds} 秒內沒有回答", seconds=f"{limits.wall:g}"))
        if limits.cpu is not None and process.cpu() - self._used > limits.cpu:
            self._lose(say(_EXCEEDED["cpu"]))

    def _ending(self, process: Process) -> str:
        ended = process.wait(_PATIENCE) or process.end()
        if ended.exceeded is not None:
            return say(_EXCEEDED[ended.exceeded])
        if ended.status < 0:
            return say("被訊號 {number} 結束", number=-ended.status)
        return say("沒有回答就結束了，結束狀態 {status}", status=ended.status)

    def _lose(self, reason: str) -> NoReturn:
        ended = self._process.end() if self._process is not None else None
        self._process = None
        raise ForfeitError(self._command.name, reason, _last_words(ended))


_EXCEEDED = {
    "cpu": "CPU 時間超過上限",
    "memory": "記憶體超過上限",
    "output": "輸出超過上限",
    "wall": "時間超過上限",
}


def _last_words(ended: Ended | None) -> str:
    lines: Sequence[str] = ended.stderr.decode(errors="replace").split("\n") if ended else ()
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
