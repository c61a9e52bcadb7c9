"""The functions of the assignment for contestants in Python.

A contestant's file imports them and defines ``play()``, called once for every round::

    from blackjack_judge.player import *

    def play():
        init_game(bet_you_have() // 10)
        ...

``blackjack-judge --player FILE.py`` runs it. Its prints go to standard error, because standard
output carries the conversation.
"""

import os
import runpy
import sys
from collections.abc import Callable
from typing import NoReturn

from blackjack_judge.seat import Seat, cal_max_point, cal_point, is_blackjack, win, write_request

__all__ = [
    "bet_you_have", "buy_insurance", "cal_max_point", "cal_point", "double_down", "hit", "hit_1",
    "hit_2", "init_game", "is_blackjack", "run", "split", "stand", "stand_1", "stand_2", "win",
]  # fmt: skip


class _Judge:
    """The judge at the other end of standard input and output."""

    def __init__(self) -> None:
        self._replies = os.fdopen(os.dup(0), "rb")
        self._requests = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)

    def say(self, request: str) -> None:
        try:
            os.write(self._requests, f"{request}\n".encode())
        except BrokenPipeError:
            _leave()

    def hear(self) -> str:
        """Return the next line; end the program at the verdict or at the end of the input."""
        line = self._replies.readline().decode().rstrip()
        if not line or line[0].isupper():
            _leave()
        return line


_judge: _Judge | None = None


def _ask(name: str, amount: int | None) -> list[int]:
    assert _judge is not None, "run(play) or blackjack-judge --player must be running"
    _judge.say(write_request(name, amount))
    return [int(number) for number in _judge.hear().split()]


def _leave() -> NoReturn:
    """End the program at once; no ``except`` of the contestant's can stop this."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(0)


_seat = Seat(_ask)
init_game = _seat.init_game
buy_insurance = _seat.buy_insurance
double_down = _seat.double_down
split = _seat.split
hit_1 = _seat.hit_1
stand_1 = _seat.stand_1
hit_2 = _seat.hit_2
stand_2 = _seat.stand_2
hit = _seat.hit
stand = _seat.stand
bet_you_have = _seat.bet_you_have


def run(play: Callable[[], object]) -> NoReturn:
    """Call ``play()`` for every round until the verdict, then end the program."""
    global _judge
    _judge = _Judge()
    while True:
        _judge.hear()
        play()
        _judge.say("return")


_NO_PLAY = "{path} 裡沒有 play()"
_NO_IMPORT = "{path} 用了 {name}，開頭要寫 from blackjack_judge.player import *"


def main() -> NoReturn:
    """Run the contestant's file that the command line names, then perhaps the user's language."""
    path, (locale, *_) = os.path.abspath(sys.argv[1]), (*sys.argv[2:], "")
    sys.argv[:] = [path]
    sys.path.insert(0, os.path.dirname(path))
    template, name, neutral = _NO_PLAY, "", f"AttributeError: {os.path.basename(path)}: play"
    try:
        play = runpy.run_path(path).get("play")
        if callable(play):
            run(play)
    except Exception as error:
        if not isinstance(error, NameError) or error.name not in __all__:
            frames = error.__traceback__
            while frames and frames.tb_frame.f_code.co_filename != path:
                frames = frames.tb_next  # a student's trace begins in the student's file
            sys.excepthook(type(error), error.with_traceback(frames), frames)
            sys.exit(1)
        template, name = _NO_IMPORT, error.name
        neutral = f"NameError: {error} (from blackjack_judge.player import *)"
    if not locale:  # nobody knows who will read it, as in the report of a class
        sys.exit(neutral)
    from cardjudge.language import running, say, spoken  # loaded only for the message

    running.append("blackjack_judge")
    spoken.set(locale)
    sys.exit(say(template, path=os.path.basename(path), name=name))


if __name__ == "__main__":
    from blackjack_judge import player  # the module that contestants import, not this __main__

    player.main()
