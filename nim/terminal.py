"""The person at the terminal: asks for moves until one is legal, and tells what happens."""

from __future__ import annotations

from cardjudge.errors import UserError
from nim.play import Match, perfect_move
from nim.text import play as text


def play_at_terminal(match: Match, computer: int) -> None:
    """Play until a player cannot move, or until the person's input ends."""
    while not match.over:
        if match.player == computer:
            move = perfect_move(match.component)
            _say(text.explain(match.component, move))
            match.make(move)
            continue
        _say(text.render_position(match.component))
        try:
            _ask_for_move(match)
        except EOFError:
            _say(text.LEFT)
            return
    _say(text.WON if match.player == computer else text.LOST)


def _ask_for_move(match: Match) -> None:
    """Make the first legal move that the person says."""
    while True:
        _say(text.prompt(match.component))
        try:
            move = text.read_move(match.component, input())
        except UserError as error:
            _say(f"{error}\n")
            continue
        except UnicodeDecodeError:
            _say(text.UNREADABLE)
            continue
        if match.legal(move):
            match.make(move)
            return
        _say(text.render_illegal(match.component, move))


def _say(words: str) -> None:
    print(words, end="", flush=True)
