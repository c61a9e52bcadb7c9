"""The judge: replays a game from its input and writes the events."""

from collections.abc import Callable

from cardjudge.stdio import Lines
from sevens.text import read_card, read_game, render


def judge(lines: Lines, write: Callable[[str], object]) -> int:
    """Judge a game to its end and return exit status 0; InputError for wrong input."""
    game, names = read_game(lines)
    events = game.start()
    while True:
        for event in events:
            write(render(event, names))
        if game.over:
            return 0
        events = game.step(read_card(lines))
