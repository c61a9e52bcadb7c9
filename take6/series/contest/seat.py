"""A seat: a contestant's process, what it is asked, and how it can lose a game at once.

Questions and answers are fixed frames of 32-bit numbers on their own descriptors; answers come by a
socket, since that has a time-out. A question is what is asked and its arguments: the player's
number and ten cards; the table, the scores, the last cards and the hand; or the table and a card.
All others are 0.
"""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NoReturn

from cardjudge.errors import visible
from cardjudge.language import say
from cardjudge.programs.process import Ended, Process
from take6.game import FULL
from take6.series.contest.build import Command

NEW_GAME, PICK, CHOOSE = range(3)
QUESTION, ANSWER = struct.Struct("=41i"), struct.Struct("=i")
_SHARED, _HAND = struct.Struct("=31i"), struct.Struct("=10i")
_EMPTY = [(0,) * (FULL - held) for held in range(FULL + 1)]
_SLICE = struct.pack("ll", 0, 20_000)
"""The seconds and microseconds that a call may take before anybody looks at its CPU time."""
_PATIENCE = 5.0
"""Seconds in which a process that has closed its pipe must be seen to end."""
_LAST_LINES, _LONGEST = 3, 1000

Rows = Sequence[Sequence[int]]


class Forfeited(Exception):  # noqa: N818  (a contestant's failure is the arena's daily business)
    """A contestant has lost the game at once; `last_words` is the end of its standard error."""

    def __init__(self, reason: str, last_words: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.last_words = last_words


class Seat:
    """A contestant's process: started when it is needed, and afresh after every failure."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self._process: Process | None = None
        self._to = self._from = -1

    def ask(self, question: bytes) -> None:
        """Send a question; a process that does not take it will not answer either."""
        if self._process is None:
            self._start()
        try:
            os.write(self._to, question)
        except BrokenPipeError:
            pass

    def answer(self, rival: Seat) -> int:
        """Return the answer to the question; Forfeited if there is none.

        Who takes longer than a moment has the machine to itself: all of the rival's processes stand
        still meanwhile, whatever they would like to do.
        """
        try:
            data = os.read(self._from, 2 * ANSWER.size)
        except BlockingIOError:
            with rival.still():
                data = self._wait()
        except ConnectionResetError:
            data = b""
        if len(data) != ANSWER.size:
            self.lose(say("回答的不是一個數") if data else self._ending())
        return int(ANSWER.unpack(data)[0])

    def lose(self, reason: str) -> NoReturn:
        """End the process and lose the game."""
        assert self._process is not None
        ended = self._process.end()
        self.close()
        raise Forfeited(reason, _last_words(ended))

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.end()
            os.close(self._to)
            os.close(self._from)
            self._process = None

    @contextmanager
    def still(self) -> Iterator[None]:
        """Stop the family of the process, and let it go on afterwards."""
        self._signal(signal.SIGSTOP)
        self._signal(signal.SIGSTOP)  # those who were born between
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        for member in self._process.living() if self._process else ():
            with suppress(ProcessLookupError):
                os.kill(member.pid, number)

    def _wait(self) -> bytes:
        assert self._process is not None
        limits, start = self.command.limits, time.monotonic()
        before = self._process.cpu()
        while True:
            try:
                return os.read(self._from, 2 * ANSWER.size)
            except BlockingIOError:
                pass
            if limits.cpu is not None and self._process.cpu() - before > limits.cpu:
                self.lose(say("超過 {seconds:g} 秒的 CPU 時間", seconds=limits.cpu))
            if limits.wall is not None and time.monotonic() - start > limits.wall:
                self.lose(say("{seconds:g} 秒內沒有回答", seconds=limits.wall))

    def _start(self) -> None:
        questions, self._to = os.pipe()
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _SLICE)
        self._from = ours.detach()
        try:
            self._process = Process(
                [*self.command.words, str(questions), str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                limits=self.command.limits._replace(wall=None, cpu=None),
                pass_fds=(questions, theirs.fileno()),
                sandbox=self.command.sandbox,
            ).start()
        finally:
            os.close(questions)
            theirs.close()
        self._process.watch_in_background()

    def _ending(self) -> str:
        assert self._process is not None
        ended = self._process.wait(_PATIENCE) or self._process.end()
        if ended.exceeded == "memory":
            return say("記憶體超過 {mib} MiB", mib=(self.command.limits.memory or 0) >> 20)
        if ended.exceeded == "output":
            return say("寫的檔案超過上限")
        if ended.status < 0:
            return say("被訊號 {number}（{name}）結束", number=-ended.status, name=_name(ended))
        return say("沒有回答就結束了，結束狀態 {status}", status=ended.status)


def _name(ended: Ended) -> str:
    try:
        return signal.Signals(-ended.status).name
    except ValueError:
        return "?"


def _last_words(ended: Ended) -> str:
    lines = [line.strip() for line in ended.stderr.decode(errors="replace").split("\n")]
    return visible(" ⏎ ".join([line for line in lines if line][-_LAST_LINES:]), _LONGEST)


def new_game(seat: int, cards: Sequence[int]) -> bytes:
    """Ask to set up a game; there is no answer."""
    return _question(NEW_GAME, seat, *cards)


def pick(rows: Rows, heads: Sequence[int], last: Sequence[int]) -> bytes:
    """Ask for a card; the hand has to follow."""
    return _SHARED.pack(PICK, *_table(rows), *heads, *last, 0, 0, 0, 0, 0, 0)


def hand(dealt: Sequence[int], held: Sequence[int]) -> bytes:
    """Return a hand in the order of the deal, in which used cards are 0."""
    return _HAND.pack(*[card if card in held else 0 for card in dealt])


def choose(rows: Rows, card: int) -> bytes:
    """Ask for a row."""
    return _question(CHOOSE, *_table(rows), card)


def _question(*numbers: int) -> bytes:
    return QUESTION.pack(*numbers, *[0] * (41 - len(numbers)))


def _table(rows: Rows) -> Sequence[int]:
    a, b, c, d = rows
    return *a, *_EMPTY[len(a)], *b, *_EMPTY[len(b)], *c, *_EMPTY[len(c)], *d, *_EMPTY[len(d)]
