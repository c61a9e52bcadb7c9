"""The conversation with a player: requests and replies as lines of text, and the verdict.

The module does not know the transport: pipes, a judge's fifos, or a player in this process.
"""

from __future__ import annotations

from collections import namedtuple

from blackjack_judge.seat import Seat, write_request
from blackjack_judge.table import WON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from blackjack_judge.players.base import Player
    from blackjack_judge.table import Table

STOPPED, TIMED_OUT = "stopped", "timed out"
"""Outcomes that the program causes, beside those of the table."""
MOST_DIGITS = 18
"""More digits than any amount of money has."""


class Verdict(namedtuple("Verdict", ("outcome", "detail"), defaults=("",))):
    """The end of a game; the detail is the illegal request, or how the program ended."""

    __slots__ = ()
    outcome: str
    detail: str

    @property
    def accepted(self) -> bool:
        """Whether the player has won."""
        return bool(self.outcome == WON)

    @property
    def line(self) -> str:
        """The last line of the conversation."""
        return "Accepted" if self.accepted else "Wrong_answer"


def parse_request(line: str) -> tuple[str, int | None]:
    """Return a request's name and its number, or None without a number.

    A line that is not a request is returned as its own name, which no table knows.
    """
    if " " in line:
        name, number = line.split(" ", 1)
        if number.isdigit() and number.isascii() and len(number) <= MOST_DIGITS:
            return name, int(number)
    return line, None


class Conversation:
    """Answers the requests of one game, line by line; the lines have no line ends.

    `record` is called with every line and its direction: ``<`` to the player, ``>`` from it.
    """

    def __init__(self, table: Table, record: Callable[[str], object] | None = None) -> None:
        self.verdict: Verdict | None = None
        """The verdict, or None during the game; after the verdict no request may be answered."""
        self.table = table
        self.rounds = 0
        """The number of rounds that have begun."""
        self.record = record

    def begin(self) -> str:
        """Return the line with which a round begins."""
        self.rounds += 1
        return self._say(f"play {self.table.money}")

    def answer(self, request: str) -> str:
        """Return the reply to a request: numbers, a new round, or the verdict."""
        if self.record is not None:
            self.record(f"> {request}")
        table = self.table
        name, amount = parse_request(request)
        reply = table.ask(name, amount)
        if reply is None:
            assert table.outcome is not None
            return self.end(Verdict(table.outcome, request))
        return self._say(" ".join([str(number) for number in reply])) if reply else self.begin()

    def end(self, verdict: Verdict) -> str:
        """Set the verdict, of the table or of a program that ended early; return its line."""
        self.verdict = verdict
        return self._say(verdict.line)

    def _say(self, line: str) -> str:
        if self.record is not None:
            self.record(f"< {line}")
        return line


def play_here(conversation: Conversation, player: Player) -> None:
    """Let a player of the kit play in this process until the verdict."""

    def ask(name: str, amount: int | None) -> list[int]:
        reply = conversation.answer(write_request(name, amount))
        if conversation.verdict is not None:
            raise _Over
        return [int(number) for number in reply.split()]

    seat = Seat(ask)
    conversation.begin()
    try:
        while True:
            player.play(seat)
            conversation.answer("return")
            if conversation.verdict is not None:
                return
    except _Over:
        pass


class _Over(BaseException):
    """Leaves a player in the middle of a round."""
