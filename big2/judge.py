"""The judge: replays a game from its input and writes the events."""

from __future__ import annotations

from big2.cards import BY_TEXT
from big2.game import PLAYERS, Game
from big2.patterns import BUILTIN
from big2.text import COMMAS, parse_action, read_action, render
from cardjudge.decks import read_deck, read_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from big2.patterns import Chain
    from cardjudge.stdio import Lines, Write


def judge(
    lines: Lines, write: Write, chain: Chain = BUILTIN, comma: str = COMMAS["fullwidth"]
) -> int:
    """Judge a game to its end and return exit status 0.

    InputError for invalid or incomplete input; the judge has then written all events before it.
    """
    deck = read_deck(lines, BY_TEXT)
    names = read_names(lines, PLAYERS)
    game = Game(deck, chain)
    events = game.start()
    while True:
        for event in events:
            write(render(event, names, comma))
        if game.winner is not None:
            return 0
        events = game.step(parse_action(read_action(lines)))
