"""The sentences for a person at the terminal; the judge's sentences are in `big2.text`."""

from collections.abc import Callable, Sequence

from big2.events import Event, Passed, PassRejected, Played, PlayRejected, RoundStarted, Won
from big2.game import Game
from big2.patterns import Cards, Play
from big2.players.base import Advice, refusal
from big2.text import action_line, written
from cardjudge.language import say

COMMANDS = "輸入牌的索引（0 1）或牌名（3C 3D），-1 或 p 是 PASS；? 也列出可以出的牌。"
OVER = "這一場結束了：review 覆盤，u 收回，s 檔名 存檔，l 檔名 讀檔，q 離開。"


Named = Callable[[Cards], str]
"""Formats cards in the screen's notation."""


def told(event: Event, names: Sequence[str], named: Named = written) -> str:
    """Describe an event; empty if the screen shows it anyway."""
    match event:
        case Played(player, play):
            pattern, cards = say(play.pattern.name), named(play.cards)
            return say(
                "{name} 打出{pattern} {cards}", name=names[player], pattern=pattern, cards=cards
            )
        case Passed(player):
            return say("{name} PASS", name=names[player])
        case PlayRejected() | PassRejected():
            return say("此牌型不合法：{why}。", why=refusal(event))
        case RoundStarted():
            return say("新的回合開始了。")
        case Won(player):
            return say("{name} 打完了，贏了這一場。", name=names[player])
    return ""


def on_table(game: Game, names: Sequence[str]) -> str:
    """Describe the play to beat and its player."""
    if game.top is None:
        return say("桌上沒有牌，由你開始。")
    who = names[(game.player - game.passes - 1) % len(names)]
    return say("桌上　{name}的{pattern}", name=who, pattern=say(game.top.pattern.name))


def hint(game: Game, advice: Advice, named: Named = written) -> str:
    """Describe the action of a strategy and its reasons."""
    what, line = _action(advice.play, named), action_line(game.indices(advice.play))
    reason = _reason(advice, named)
    return say("{action}（{line}）：{reason}", action=what, line=line, reason=reason)


def _reason(advice: Advice, named: Named) -> str:
    if not advice.playouts:
        return say("出完就贏了" if advice.chances else "只有這個動作")
    best, *others = [f"{_action(play, named)} {100 * won:.1f} %" for play, won in advice.chances]
    second = say("，其次 {second}", second=others[0]) if others else ""
    template = "模擬 {playouts} 局，勝率最高的是 {best}{second}"
    return say(template, playouts=advice.playouts, best=best, second=second)


def _action(play: Play | None, named: Named) -> str:
    return "PASS" if play is None else f"{say(play.pattern.name)} {named(play.cards)}"
