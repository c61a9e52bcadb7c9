"""The judge: replays a game from its input and writes the events."""

from collections.abc import Callable

from cardjudge.stdio import Lines
from sevens.rules import Rules
from sevens.text import read_card, read_deck, read_names, render


def judge(lines: Lines, write: Callable[[str], object]) -> int:
    """Judge a game to its end and return exit status 0; InputError for wrong input."""
    deck, names = read_deck(lines), read_names(lines)
    game = Rules(deck)
    events = game.start()
    while True:
        for event in events:
            write(render(event, names))
        if game.over:
            return 0
        events = game.step(read_card(lines))
