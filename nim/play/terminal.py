"""The person at the terminal: asks for moves until one is legal, and tells what happens."""

from functools import partial

from cardjudge.errors import UserError
from cardjudge.language import say
from nim.play import text
from nim.play.match import Match

_tell = partial(print, flush=True)


def play_at_terminal(match: Match, computer: int) -> None:
    """Play until a player cannot move, or until the person's input ends."""
    while not match.over:
        if match.player == computer:
            move = match.perfect_move()
            _tell(text.explain(match, move))
            match.make(move)
            continue
        _tell(text.render_position(match.game))
        try:
            _ask_for_move(match)
        except EOFError:
            _tell("\n" + say("下次再玩。"))
            return
    if match.winner != computer:
        _tell(say("你贏了！"))
    else:
        _tell(say("我不能動了，我贏了。") if match.misere else say("你不能動了，我贏了。"))


def _ask_for_move(match: Match) -> None:
    while True:
        _tell(text.prompt(match.game), end="")
        try:
            move = text.read_move(match.game, input())
        except UserError as error:
            _tell(error)
        except UnicodeDecodeError:
            _tell(say("輸入不是 UTF-8"))
        else:
            if match.legal(move):
                match.make(move)
                return
            _tell(say("規則不允許 {move}", move=text.render_change(move)))
