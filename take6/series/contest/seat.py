"""A seat: a contestant's process, its questions, and its immediate losses.

Questions and answers are fixed frames of 32-bit numbers on their own descriptors; answers use a
socket, because a socket has a time-out. A question is its kind and its arguments: the player's
number and ten cards; the table, the scores, the last cards and the hand; or the table and a card.
Unused numbers are 0.
"""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NoReturn

from cardjudge.language import say
from cardjudge.programs.contestant import Contestant
from take6.game import FULL
from take6.series.contest.arena import ANSWER, CHOOSE, NEW_GAME, PICK, QUESTION

_EMPTY = [(0,) * (FULL - size) for size in range(FULL + 1)]
_SLICE = struct.pack("ll", 0, 20_000)
"""The seconds and microseconds of a call before the arena checks its CPU time."""

Rows = Sequence[Sequence[int]]


class Seat(Contestant):
    """A contestant's process, its questions and its answers."""

    _to = _from = -1

    def ask(self, question: bytes) -> None:
        """Send a question; a closed pipe is ignored, because then `answer` fails."""
        if self.process is None:
            self._open()
        try:
            os.write(self._to, question)
        except BrokenPipeError:
            pass

    def answer(self, rival: Seat) -> int:
        """Return the answer to the question; ForfeitError if there is none.

        If the answer takes longer than `_SLICE`, the rival's processes are stopped meanwhile, so
        that they take no CPU time from it.
        """
        try:
            data = os.read(self._from, 2 * ANSWER.size)
        except BlockingIOError:
            with rival.still():
                data = self._wait()
        except ConnectionResetError:
            data = b""
        if len(data) != ANSWER.size:
            if data:
                self.wrong(say("回答的不是一個數"))
            self.lose(self.ending())
        return int(ANSWER.unpack(data)[0])

    def wrong(self, reason: str) -> NoReturn:
        """Lose the game for a wrong answer, which may be that of a forked process."""
        assert self.process is not None
        if len(self.process.family.living()) > 1:
            reason = say("回答不對，而程式不只有一個行程：fork 出的行程可能也在回答")
        self.lose(reason)

    def close(self) -> None:
        """End the process, if there is one."""
        if self.process is not None:
            os.close(self._to)
            os.close(self._from)
        super().close()

    @contextmanager
    def still(self) -> Iterator[None]:
        """Stop the process and its descendants during the block."""
        self._signal(signal.SIGSTOP)
        self._signal(signal.SIGSTOP)  # processes that were started meanwhile
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        for member in self.process.family.living() if self.process else ():
            with suppress(ProcessLookupError):
                os.kill(member.pid, number)

    def _wait(self) -> bytes:
        assert self.process is not None
        self.called(self.process)
        while True:
            try:
                return os.read(self._from, 2 * ANSWER.size)
            except BlockingIOError:
                self.check(self.process)

    def _open(self) -> None:
        questions, self._to = os.pipe()
        parent, child = socket.socketpair()
        parent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _SLICE)
        self._from = parent.detach()
        try:
            self.start(
                (str(questions), str(child.fileno())),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(questions, child.fileno()),
            )
        finally:
            os.close(questions)
            child.close()


def new_game(seat: int, cards: Sequence[int]) -> bytes:
    """Return the question that sets up a game; it has no answer."""
    return _question(NEW_GAME, seat, *cards)


def pick(rows: Rows, heads: Sequence[int], last: Sequence[int], hand: Sequence[int]) -> bytes:
    """Return the question for a card; the hand is in the order of the deal, used cards are -1."""
    return _question(PICK, *_table(rows), *heads, *last, *hand)


def choose(rows: Rows, card: int) -> bytes:
    """Return the question for a row."""
    return _question(CHOOSE, *_table(rows), card)


def _question(*numbers: int) -> bytes:
    return QUESTION.pack(*numbers, *[0] * (41 - len(numbers)))


def _table(rows: Rows) -> Sequence[int]:
    a, b, c, d = rows
    return *a, *_EMPTY[len(a)], *b, *_EMPTY[len(b)], *c, *_EMPTY[len(c)], *d, *_EMPTY[len(d)]
