"""A program of others as a player: it reads a line and writes a line at each of its turns.

The line is an object of JSON with the seat's ``scene``, the ``words`` that it has heard since its
last turn, its ``choices`` and ``ranges``; the answer is the text of a move. The last line has the
``result``. A game with a protocol of its own overrides `Program.question`.
"""

import json
import os
import select
import subprocess
from collections.abc import Sequence
from random import Random
from typing import Any, NoReturn

from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.play.game import Advice, Game, Player, legal, sentences
from cardjudge.programs.contestant import Command, Contestant

_LONGEST = 1000
_LOOK = 0.05
"""Seconds between two checks of a program's time while the kit waits for its answer."""


class Program(Contestant, Player):
    """A player at the other end of two pipes; its process starts at its first turn."""

    protocol = "每次輪到程式，它讀一行 JSON（看到的、聽到的、可以做的），答一行動作。"
    """How the program plays, in the help of `contest` (a template)."""

    def __init__(self, command: Command) -> None:
        super().__init__(command)
        self._heard: list[str] = []
        self._answer = ""

    def advise(self, game: Game[Any], seat: int, rng: Random) -> Advice[Any]:
        """Return the program's move; ForfeitError for a late answer, or one that is no move."""
        self._answer = self._ask(self.question(game, seat))
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
            self._tell(json.dumps({"result": list(shares)}))
        self.close()
        self._heard = []

    def _ask(self, line: str) -> str:
        process = self.process or self.start(stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout is not None
        self.called(process)
        self._tell(line)
        data = b""
        while not data.endswith(b"\n"):
            while not select.select([process.stdout], [], [], _LOOK)[0]:
                self.check(process)
            chunk = os.read(process.stdout.fileno(), _LONGEST)
            if not chunk:
                self.lose(self.ending())
            data += chunk
            if len(data) > _LONGEST or b"\n" in data[:-1]:
                self.lose(say("回答不是一行"))
        answer = data.decode(errors="replace").strip()
        return answer or self.lose(say("回答是空白的一行"))

    def _tell(self, line: str) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{line}\n".encode())
        except BrokenPipeError:
            pass  # the missing answer reports the cause
