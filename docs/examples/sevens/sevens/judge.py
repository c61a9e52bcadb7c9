"""The judge: replays a game from its input and writes the events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevens.rules import Rules
from sevens.text import read_card, read_deck, read_names, render

if TYPE_CHECKING:
    from cardjudge.stdio import Lines, Write


def judge(lines: Lines, write: Write) -> int:
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
