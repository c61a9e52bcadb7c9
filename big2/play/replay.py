"""A game as frames to step through in a browser."""

from collections.abc import Sequence

from big2.events import Event, TurnStarted
from big2.game import Game
from big2.patterns import BUILTIN, Chain
from big2.players.base import refusal
from big2.text import parse_action, read_action, read_deck, read_names, render
from cardjudge.errors import InputError
from cardjudge.language import say
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line

TITLE = "大老二回放"


def frames(lines: Lines, chain: Chain = BUILTIN) -> tuple[list[Frame], InputError | None]:
    """Replay the judge's input; return the frames, and the error that ended it, if any.

    `InputError` if the deck or the names are invalid.
    """
    deck = read_deck(lines)
    names = read_names(lines)
    game = Game(deck, chain)
    shown = [_frame(game, names, "", game.start())]
    while game.winner is None:
        try:
            line = read_action(lines)
        except InputError as error:
            return shown, error
        shown.append(_frame(game, names, line, game.step(parse_action(line))))
    return shown, None


def _frame(game: Game, names: Sequence[str], line: str, events: Sequence[Event]) -> Frame:
    told = [render(event, names) for event in events if not isinstance(event, TurnStarted)]
    says = "\n".join(text.splitlines()[0] for text in told)
    if why := refusal(events[0]):
        template, name = "{name} 的動作「{action}」不合法：{why}", names[game.player]
        why = say(template, name=name, action=line, why=why)
    tried = (parse_action(line) or ()) if why else ()
    seats = [_seat(game, player, name, tried) for player, name in enumerate(names)]
    return Frame(says, why, [_top(game)], seats)


def _top(game: Game) -> Line:
    if game.top is None:
        return Line(say("桌上沒有牌"), [])
    name = say("桌上：{pattern}", pattern=say(game.top.pattern.name))
    return Line(name, [str(card) for card in game.top.cards])


def _seat(game: Game, player: int, name: str, tried: Sequence[int]) -> Line:
    cards = [str(card) for card in game.hands[player]]
    note = say("剩 {count} 張", count=len(cards))
    if game.winner == player:
        return Line(f"{name} 🏆", cards, note, "winner")
    if game.winner is not None or game.player != player:
        return Line(name, cards, note)
    return Line(name, cards, note, "turn", [index for index in tried if 0 <= index < len(cards)])
