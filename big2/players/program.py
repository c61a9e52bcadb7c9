"""A program as a player: it reads its knowledge as a line and writes its action as a line.

docs/big2.md specifies the line. Seats count from the program. The answer is an action in the
notation of the judge's input.
"""

import os
import select
import subprocess
from collections.abc import Iterable

from big2.cards import Card
from big2.game import PASS, play_of
from big2.patterns import Play
from big2.players.base import FAULTS, PASS_AT_THE_START, Advice, Strategy, View
from big2.text import parse_action
from cardjudge.errors import quote
from cardjudge.language import say
from cardjudge.programs.contestant import Contestant
from cardjudge.programs.process import Process

_LONGEST = 1000
_LOOK = 0.05
"""Seconds between two checks of a program's resource use while the kit waits for its answer."""


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
    play = play_of(view.chain, view.hand, action, view.top, view.opening)
    return say(FAULTS[play]) if isinstance(play, str) else play


class Program(Contestant, Strategy):
    """A player at the other end of two pipes; its process starts at its first turn."""

    name = "program"

    def advise(self, view: View) -> Advice:
        """Return the program's action; ForfeitError if it is not legal."""
        answer = self._ask(f"{question(view)}\n".encode())
        play = judged(view, answer)
        if isinstance(play, str):
            self.lose(say("{answer}不合法：{why}", answer=quote(answer), why=play))
        return Advice(play)

    def _ask(self, line: bytes) -> str:
        process = self.process or self.start(stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None
        self.called(process)
        try:
            process.stdin.write(line)
        except BrokenPipeError:
            pass  # the missing answer below reports the cause
        return self._answer(process)

    def _answer(self, process: Process) -> str:
        assert process.stdout is not None
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
        line = data.decode(errors="replace").strip()
        return line or self.lose(say("回答是空白的一行"))
