"""A game as one page to step through, with nothing to load from anywhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

from big2.events import PassRejected, PlayRejected, TurnStarted
from big2.game import Game
from big2.patterns import BUILTIN, Chain
from big2.players.words import FAULTS, PASS_AT_THE_START
from big2.text import parse_action, read_action_line, read_deck, read_names, render
from cardjudge.errors import InputError
from cardjudge.stdio import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from big2.events import Event

_DATA = "/*game*/null"
"""Where the page wants its game."""


class Frame(NamedTuple):
    """What the page shows after one action; the first frame is before any."""

    hands: Sequence[Sequence[str]]
    player: int
    """Who acted; -1 in the first frame."""
    turn: int
    """Whose action is awaited; -1 once there is a winner."""
    top: str
    """The play to beat, empty where a round begins."""
    cards: Sequence[str]
    """The cards of the play to beat."""
    says: str
    action: str
    """The line of the input."""
    fault: str
    """Why the action was illegal; empty for a legal one."""
    winner: int
    """-1 while there is none."""


def frames(
    lines: Lines, chain: Chain = BUILTIN
) -> tuple[list[str], list[Frame], InputError | None]:
    """Replay the judge's input; return the names, the frames, and what ended it too early, if so.

    `InputError` if the deck or the names are wrong.
    """
    deck = read_deck(lines)
    names = read_names(lines)
    game = Game(deck, chain)
    shown = [_frame(game, names, -1, "", game.start())]
    while game.winner is None:
        player = game.player
        try:
            line = read_action_line(lines)
        except InputError as error:
            return names, shown, error
        shown.append(_frame(game, names, player, line, game.step(parse_action(line))))
    return names, shown, None


def _frame(
    game: Game, names: Sequence[str], player: int, line: str, events: Sequence[Event]
) -> Frame:
    fault = ""
    match events[0]:
        case PlayRejected(_, _, why):
            fault = FAULTS[why]
        case PassRejected():
            fault = PASS_AT_THE_START
    says = [
        render(event, names).splitlines()[0]
        for event in events
        if not isinstance(event, TurnStarted)
    ]
    over = game.winner is not None
    return Frame(
        hands=[[str(card) for card in hand] for hand in game.hands],
        player=player,
        turn=-1 if over else game.player,
        top=game.top.pattern.name if game.top else "",
        cards=[str(card) for card in game.top.cards] if game.top else [],
        says="\n".join(says),
        action=line,
        fault=fault,
        winner=-1 if game.winner is None else game.winner,
    )


def page(names: Sequence[str], shown: Sequence[Frame]) -> str:
    """Return the page."""
    game = {"names": names, "frames": [frame._asdict() for frame in shown]}
    # In a script, "</script>" and "<!--" would end it or not, whatever the quotes around them.
    data = json.dumps(game, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    template = files("big2.play").joinpath("replay.html").read_text(encoding="utf-8")
    return template.replace(_DATA, data)
