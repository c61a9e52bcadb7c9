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
from collections.abc import Callable, Sequence
from typing import NoReturn

from blackjack_judge import hands

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


def _ask(name: str, amount: int | None = None) -> list[int]:
    assert _judge is not None, "run(play) or blackjack-judge --player must be running"
    _judge.say(name if amount is None else f"{name} {amount}")
    return [int(number) for number in _judge.hear().split()]


def _leave() -> NoReturn:
    """End the program at once; no ``except`` of the contestant's can stop this."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(0)


def init_game(bet: int) -> list[int]:
    """Begin the round with a bet; return the two cards and the dealer's upcard."""
    return _ask("init_game", bet)


def buy_insurance(insurance_bet: int) -> int:
    """Buy insurance, also for 0; return 1 if the dealer has a blackjack: stand then."""
    return _ask("buy_insurance", insurance_bet)[0]


def double_down() -> int:
    """Double the bet for one last card."""
    return _ask("double_down")[0]


def split() -> list[int]:
    """Make two hands of a pair; return the new card of each."""
    return _ask("split")


def hit_1() -> int:
    """Take a card for the first hand of a split."""
    return _ask("hit_1")[0]


def stand_1() -> None:
    """End the first hand of a split."""
    _ask("stand_1")


def hit_2() -> int:
    """Take a card for the second hand of a split."""
    return _ask("hit_2")[0]


def stand_2() -> list[int]:
    """End the second hand of a split; return the dealer's cards."""
    return _ask("stand_2")


def hit() -> int:
    """Take a card."""
    return _ask("hit")[0]


def stand() -> list[int]:
    """End the hand; return the dealer's cards."""
    return _ask("stand")


def bet_you_have() -> int:
    """Return the money at this moment, bets taken."""
    return _ask("bet_you_have")[0]


is_blackjack, cal_point, cal_max_point = hands.is_blackjack, hands.totals, hands.total


def win(a: Sequence[int], b: Sequence[int]) -> int:
    """Compare the player's cards with the dealer's: 1 if the player wins, 0 for a push, else -1."""
    return hands.compare(hands.strength(a), hands.strength(b))


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
    folder, file = os.path.split(path)
    sys.path.insert(0, folder)
    template, name, neutral = _NO_PLAY, "", f"AttributeError: {file} has no play()"
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
    sys.exit(say(template, path=file, name=name))


if __name__ == "__main__":
    from blackjack_judge import player  # the module that contestants import, not this __main__

    player.main()
