"""Both conversations without processes: the input is the output of a contestant.

The code that reads from a contestant is the kit's own; only the process is missing, and the input
replaces its output.
"""

from __future__ import annotations

import os
from io import BytesIO
from typing import TYPE_CHECKING

from blackjack_judge.contestants import program
from blackjack_judge.conversation import STOPPED, Conversation, Verdict
from blackjack_judge.table import Table
from blackjack_judge.text import read_shoe, render
from cardjudge.programs.contestant import Command
from cardjudge.programs.process import Ended, Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.stdio import Lines
from take6.game import Game
from take6.players.base import shuffled
from take6.series.contest.arena import ANSWER, NEW_GAME, PICK, QUESTION
from take6.series.contest.league import play
from take6.series.contest.seat import Seat

if TYPE_CHECKING:
    from cardjudge.stdio import Write

SEPARATOR = b"\n--\n"
_PIPE = 1 << 15
_ENDED = Ended(0, None, 0.0, 0.0, None, b"")


def conversation(data: bytes, write: Write) -> None:
    """Deal from the first part of the input; the rest are the requests of a program."""
    shoe, _, requests = data.partition(SEPARATOR)
    table = Table(read_shoe(Lines(BytesIO(shoe))))
    talk = Conversation(table)
    reader, writer = os.pipe()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.write(writer, requests[:_PIPE])
        os.close(writer)
        program.talk(talk, nowhere, reader)
    finally:
        os.close(reader)
        os.close(nowhere)
    verdict = talk.verdict or Verdict(STOPPED)
    write(render(verdict))
    assert table.money >= 0


class _Gone:
    """A process that has ended."""

    def wait(self, timeout: float | None = None) -> Ended:
        return _ENDED

    def end(self) -> Ended:
        return _ENDED

    def living(self) -> list[object]:
        return []

    def cpu(self) -> float:
        return 0.0


class _Scripted(Seat):
    """Answers the questions by a script, and well after the end of the script.

    A byte of the script is the number of bytes that follow as the answer, modulo 10: 9 stands for a
    good answer, 0 for the end of the process.
    """

    def __init__(self, script: bytes) -> None:
        super().__init__(Command((), Limits(wall=0.1), Sandbox(), "scripted"))
        self._script = script
        self._answers = -1

    def ask(self, question: bytes) -> None:
        if self.process is None:
            self._from, self._answers = os.pipe()
            os.set_blocking(self._from, False)  # as the time-out of a socket does
            self._to = os.open(os.devnull, os.O_WRONLY)
            self.process = _Gone()  # type: ignore[assignment]
        size = self._script[0] % 10 if self._script else 9
        answer, self._script = self._script[1 : 1 + size % 9], self._script[1 + size % 9 :]
        os.write(self._answers, _good(question) if size == 9 else answer)
        if not size:
            os.close(self._answers)
            self._answers = -1

    def close(self) -> None:
        super().close()
        if self._answers >= 0:
            os.close(self._answers)
            self._answers = -1


def _good(question: bytes) -> bytes:
    """Answer the last question: the first card of the hand, or the first row."""
    what, *numbers = QUESTION.unpack(question[-QUESTION.size :])
    assert what != NEW_GAME
    return ANSWER.pack(next(c for c in numbers[30:40] if c) if what == PICK else 0)


def play_contest(data: bytes, write: Write) -> None:
    """Let two scripted contestants play a game; the input is their scripts."""
    first, _, second = data.partition(SEPARATOR)
    pair = [_Scripted(first), _Scripted(second)]
    game = Game(shuffled("fuzz"), 2)
    try:
        lost = play(game, pair)
    finally:
        for contestant in pair:
            contestant.close()
    assert game.over == (lost is None)
    write(f"{game.moves} {lost}\n")
