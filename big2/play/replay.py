"""A game as frames to step through in a browser."""

from __future__ import annotations

from collections.abc import Sequence

from big2.events import PassRejected, PlayRejected, TurnStarted
from big2.game import Game
from big2.patterns import BUILTIN, Chain
from big2.players.words import FAULTS, PASS_AT_THE_START
from big2.text import parse_action, read_action_line, read_deck, read_names, render
from cardjudge.errors import InputError
from cardjudge.language import say
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from big2.events import Event

TITLE = "大老二回放"


def frames(lines: Lines, chain: Chain = BUILTIN) -> tuple[list[Frame], InputError | None]:
    """Replay the judge's input; return the frames, and what ended it too early, if so.

    `InputError` if the deck or the names are wrong.
    """
    deck = read_deck(lines)
    names = read_names(lines)
    game = Game(deck, chain)
    shown = [_frame(game, names, "", game.start())]
    while game.winner is None:
        try:
            line = read_action_line(lines)
        except InputError as error:
            return shown, error
        shown.append(_frame(game, names, line, game.step(parse_action(line))))
    return shown, None


def _frame(game: Game, names: Sequence[str], line: str, events: Sequence[Event]) -> Frame:
    why = ""
    match events[0]:
        case PlayRejected(_, _, fault):
            why = FAULTS[fault]
        case PassRejected():
            why = PASS_AT_THE_START
    if why:
        why = say(
            "{name} 的動作「{action}」不合法：{why}",
            name=names[game.player],
            action=line,
            why=say(why),
        )
    says = [
        render(event, names).splitlines()[0]
        for event in events
        if not isinstance(event, TurnStarted)
    ]
    tried = (parse_action(line) or []) if why else []
    return Frame("\n".join(says), why, [_top(game)], _seats(game, names, tried))


def _top(game: Game) -> Line:
    if game.top is None:
        return Line(say("桌上沒有牌"), [])
    name = say("桌上：{pattern}", pattern=say(game.top.pattern.name))
    return Line(name, [str(card) for card in game.top.cards])


def _seats(game: Game, names: Sequence[str], tried: Sequence[int]) -> list[Line]:
    lines = []
    for player, hand in enumerate(game.hands):
        won, turns = game.winner == player, game.winner is None and game.player == player
        name = f"{names[player]} 🏆" if won else names[player]
        note = say("剩 {count} 張", count=len(hand))
        state = "winner" if won else "turn" if turns else ""
        indices = [index for index in tried if 0 <= index < len(hand)] if turns else []
        lines.append(Line(name, [str(card) for card in hand], note, state, indices))
    return lines
