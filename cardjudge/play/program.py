"""A program of others as a player: it reads a line and writes a line at each of its turns.

The line is an object of JSON with the seat's ``scene``, the ``words`` that it has heard since its
last turn, its ``choices`` and ``ranges``; the answer is the text of a move. The last line has the
``result``. A game with a protocol of its own overrides `Program.question`.
"""

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NoReturn

from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.play.checks import legal
from cardjudge.play.game import Advice, Game, Player, sentences
from cardjudge.programs.contestant import Command, Contestant
from cardjudge.programs.languages import of_file
from cardjudge.programs.source import Source, read


class Program(Contestant, Player):
    """A player at the other end of two pipes; its process starts at its first turn."""

    protocol = "每次輪到程式，它讀一行 JSON（看到的、聽到的、可以做的），答一行動作。"
    """How the program plays, in the help of `contest` (a template)."""
    game: ClassVar[type[Game[Any]] | None] = None
    """The game as the program plays it, if that is not the one of people."""
    readable: ClassVar[Sequence[str]] = ()
    """Files of the kit that the program reads in a contest."""
    longest = 1000
    """The most bytes of an answer."""

    def __init__(self, command: Command) -> None:
        super().__init__(command)
        self._heard: list[str] = []
        self._answer = ""

    @staticmethod
    def is_program(name: str, data: bytes) -> bool:
        """Return whether a file of a folder is a program."""
        return of_file(name) is not None

    @staticmethod
    def source(files: Mapping[str, bytes]) -> Source:
        """Return the source of a program among its files; UserError without one."""
        return read(files)

    def advise(self, game: Game[Any], seat: int, rng: Random) -> Advice[Any]:
        """Return the program's move; ForfeitError for a late answer, or one that is no move."""
        self.ask(_line(self.question(game, seat)))
        answer = self.answer(self._is_line).decode(errors="replace").rstrip()
        self._answer = answer or self.lose(say("回答是空白的一行"))
        try:
            return Advice(game.move(seat, self._answer))
        except UserError as why:
            self.refused(None, why)

    def question(self, game: Game[Any], seat: int) -> str:
        """Return the line that asks the program for a move."""
        choices, scene = legal(game, seat), game.scene(seat)
        rows, seats = ([line._asdict() for line in lines] for lines in (scene.rows, scene.seats))
        members = {
            "seat": seat,
            "scene": {"rows": rows, "seats": seats},
            "words": self._heard,
            "choices": [choice.text for choice in choices.single],
            "ranges": [range._asdict() for range in choices.ranges],
        }
        self._heard = []
        return json.dumps(members, ensure_ascii=False)

    def hear(self, game: Game[Any], seat: int, events: Sequence[Any]) -> None:
        """Keep what the seat learns for its next turn."""
        self._heard += sentences(game, events, seat)

    def refused(self, move: object, why: UserError) -> NoReturn:
        """Lose the game by the last answer; ForfeitError."""
        self.lose(say("{answer}不合法：{why}", answer=quote(self._answer), why=why))

    def finish(self, shares: Sequence[float]) -> None:
        """Tell the shares of the win, none after a forfeit; the process ends with the game."""
        if self.process is not None:
            self.ask(_line(json.dumps({"result": list(shares)})))
        self.close()
        self._heard = []

    def _is_line(self, data: bytes) -> bool:
        if len(data) > self.longest or b"\n" in data[:-1]:
            self.lose(say("回答不是一行"))
        return data.endswith(b"\n")


def _line(text: str) -> bytes:
    return f"{text}\n".encode(errors="replace")
