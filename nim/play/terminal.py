"""The person at the terminal: asks for moves until one is legal, and tells what happens."""

from __future__ import annotations

from cardjudge.errors import UserError
from cardjudge.language import say
from nim.play import text
from nim.play.match import Match


def play_at_terminal(match: Match, computer: int) -> None:
    """Play until a player cannot move, or until the person's input ends."""
    while not match.over:
        if match.player == computer:
            _move(match)
            continue
        _tell(text.render_position(match.game))
        try:
            _ask_for_move(match)
        except EOFError:
            _tell("\n" + say("下次再玩。"))
            return
    _tell(_end(match, computer))


def _end(match: Match, computer: int) -> str:
    if match.winner != computer:
        return say("你贏了！")
    return say("我不能動了，我贏了。") if match.misere else say("你不能動了，我贏了。")


def _move(match: Match) -> None:
    move = match.perfect_move()
    _tell(text.explain(match, move))
    match.make(move)


def _ask_for_move(match: Match) -> None:
    """Make the first legal move that the person says."""
    while True:
        print(text.prompt(match.game), end="", flush=True)
        try:
            move = text.read_move(match.game, input())
        except UserError as error:
            _tell(str(error))
            continue
        except UnicodeDecodeError:
            _tell(say("輸入不是 UTF-8"))
            continue
        if match.legal(move):
            match.make(move)
            return
        _tell(text.render_illegal(move))


def _tell(words: str) -> None:
    print(words, flush=True)
