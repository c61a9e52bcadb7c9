"""The judge: replays a game from its lines and writes the events."""

from __future__ import annotations

from take6.game import Game
from take6.text import read_cards, read_deck, read_row, read_setup, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardjudge.stdio import Lines, Write
    from take6.rule import Ranking


def judge(lines: Lines, write: Write, ranking: Ranking = "mad-first") -> int:
    """Judge a game to its end and return exit status 0.

    InputError if the input is wrong or ends before the game; the events until then have been
    written.
    """
    players, rule = read_setup(lines, ranking)
    game = Game(read_deck(lines), players, rule)
    events = game.start()
    while True:
        for event in events:
            write(render(event))
        if game.over:
            return 0
        if game.undercut is None:
            events = game.play(read_cards(lines))
        else:
            events = game.take(read_row(lines))
