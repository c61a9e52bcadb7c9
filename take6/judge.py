"""The judge: replays a game from its lines and writes the events."""

from __future__ import annotations

from take6.text import read_game, read_step, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardjudge.stdio import Lines, Write
    from take6.rule import Ranking


def judge(lines: Lines, write: Write, ranking: Ranking = "mad-first") -> int:
    """Judge a game to its end and return exit status 0.

    InputError if the input is wrong or ends before the game; the events until then have been
    written.
    """
    game = read_game(lines, ranking)
    events = game.start()
    while True:
        for event in events:
            write(render(event))
        if game.over:
            return 0
        events = game.place() if game.placing else read_step(lines, game)
