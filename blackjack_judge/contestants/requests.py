"""Blackjack request by request, and the program that plays it in a contest or a match."""

from collections.abc import Callable, Sequence
from typing import Any

from blackjack_judge.contestants import READABLE, build
from blackjack_judge.conversation import Verdict, illegality, parse_request, write_request
from blackjack_judge.play import Blackjack, Values, Words
from blackjack_judge.players.computer import Request
from blackjack_judge.table import BROKE, ILLEGAL, WON
from cardjudge.language import say
from cardjudge.play import program
from cardjudge.play.game import IN_CASE, Game, IllegalMove
from cardjudge.reasons import Reason

_MOST_LOOKS = 100
"""The most questions for the money in a round: they take no card, so the shoe does not end them."""


class _Unweighed(Values):
    """Without the values of moves, which took two thirds of a game's time."""

    def value(self, game: Blackjack, seat: int, move: Request) -> None:
        return None

    def reason(self, game: Blackjack, seat: int, done: Request, best: Request) -> str:
        return ""


class _Words(Words):
    turns = "round｜回合"

    def turn(self, game: Any, made: int) -> int:
        return int(game.rounds)


class ByRequest(Blackjack):
    """The game as a program plays it: it makes the forced requests itself, too.

    A saved game is the seed with the transcript, in which an illegal request stands.
    """

    table = _Words()
    values = _Unweighed()
    moves = IN_CASE
    _looks = 0

    @property
    def awaited(self) -> Sequence[int]:
        return () if self.over else (0,)

    def case(self) -> str:
        return "".join([super().case(), *(f"{line}\n" for line in self.talk)])

    def make(self, seat: int, move: Request) -> Sequence[Any]:
        """Answer a request; `IllegalMove` with the rule for one that ends the game."""
        request = write_request(*move)
        self.talk += [f"> {request}", f"< {self.conversation.answer(request)}"]
        if self.at.outcome == ILLEGAL:
            template, values = illegality(self.at, request)
            raise IllegalMove("{why}", why=Reason(ILLEGAL, [template], values).sentence)
        self._looks = self._looks + (request == "bet_you_have") if request != "return" else 0
        if self._looks > _MOST_LOOKS:
            raise IllegalMove("一回合裡最多問 {count} 次資金", count=_MOST_LOOKS)
        return []

    def typed(self, seat: int, move: Request) -> str:
        return write_request(*move)

    def move(self, seat: int, text: str) -> Request:
        return Request(*parse_request(text))


class Program(program.Program):
    """A program that holds the conversation; it may write several requests at once."""

    game = ByRequest
    readable = READABLE
    must_read = False
    is_program = staticmethod(build.is_contestant)
    source = staticmethod(build.source)
    _ahead = b""

    def question(self, game: Game[Any], seat: int) -> str:
        """Return the reply to the last request."""
        assert isinstance(game, ByRequest)
        return game.talk[-1].removeprefix("< ")

    def answer(self, is_whole: Callable[[bytes], bool]) -> bytes:
        """Return the next request."""
        if b"\n" not in self._ahead:
            self._ahead += super().answer(lambda data: b"\n" in data or len(data) > self.longest)
        line, end, self._ahead = self._ahead.partition(b"\n")
        return line + end if end else self.lose(say("回答不是一行"))

    def finish(self, shares: Sequence[float]) -> None:
        """Tell the verdict; the process ends with the game."""
        if self.process is not None:
            self.ask(f"{Verdict(WON if sum(shares) else BROKE).line}\n".encode())
        self.close()

    def close(self) -> None:
        """End the process."""
        super().close()
        self._ahead = b""
