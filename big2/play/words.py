"""What a person reads at the terminal; what the judge says is in `big2.text`."""

from __future__ import annotations

from collections.abc import Iterable

from big2.cards import Card
from big2.events import Passed, PassRejected, Played, PlayRejected, RoundStarted, Won
from big2.game import Game
from big2.patterns import Play
from big2.players.base import Advice
from big2.players.words import FAULTS, PASS_AT_THE_START
from big2.text import action_line
from cardjudge.language import listed, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from big2.events import Event

PROMPT = "出牌> "
COMMANDS = (
    "輸入牌的索引（0 1）或牌名（3C 3D），-1 或 p 是 PASS；? 列出可以出的牌，h 提示，u 收回，"
    "s 檔名 存檔，l 檔名 讀檔，q 離開。"
)
OVER = "這一場結束了：u 收回，s 檔名 存檔，l 檔名 讀檔，q 離開。"
REFUSED = "此牌型不合法：{why}。"
NOT_HELD = "手上沒有 {word} 這張牌。"
CAN_PASS = "也可以 PASS（-1）。"
MUST_PASS = "沒有壓得過的牌，只能 PASS（-1）。"
NEW_ROUND_IS_YOURS = "桌上沒有牌，由你開始。"
TAKEN_BACK = "回到你的上一手。"
NOTHING_TO_TAKE_BACK = "沒有可以收回的動作。"
HINT = "{action}（{line}）：{reason}"
THINKING = "想一下……"
COMPILING = "想一下……第一次提示可能要先編譯，最多二十秒。"
EXISTS = "{file} 已經存在；要蓋掉就輸入 s! {file}"
SAVED = "存到 {file}。裁判：{command}"
KEPT = "這一場存在 {file}，下次用 l {file} 接著打。"
LOADED = "讀入 {file}。"
NOT_LOADED = "{file}：{why}；這一場沒有改變。"
MORE_SUITS = "，不同花色共 {count} 種"
WHO = "你是 {name}（位子 {seat}）　剩牌　{left}"
TOP = "桌上　{name}的{pattern}"
PLAYED = "{name} 打出{pattern} {cards}"
PASSED = "{name} PASS"
NEW_ROUND = "新的回合開始了。"
WON = "{name} 打完了，贏了這一場。"


def cards(cards: Iterable[Card]) -> str:
    """Write cards as the judge does."""
    return " ".join(map(str, cards))


def action(play: Play | None) -> str:
    """Write a play with its pattern, or a pass."""
    return "PASS" if play is None else f"{say(play.pattern.name)} {cards(play.cards)}"


def told(event: Event, names: Sequence[str]) -> str:
    """Tell of an event; nothing of one that a person sees anyway."""
    match event:
        case Played(player, play):
            pattern, shown = say(play.pattern.name), cards(play.cards)
            return say(PLAYED, name=names[player], pattern=pattern, cards=shown)
        case Passed(player):
            return say(PASSED, name=names[player])
        case PlayRejected(_, _, fault):
            return say(REFUSED, why=say(FAULTS[fault]))
        case PassRejected():
            return say(REFUSED, why=say(PASS_AT_THE_START))
        case RoundStarted():
            return say(NEW_ROUND)
        case Won(player):
            return say(WON, name=names[player])
    return ""


def on_table(game: Game, names: Sequence[str]) -> str:
    """Say whose play is to be beaten."""
    if game.top is None:
        return say(NEW_ROUND_IS_YOURS)
    who = names[(game.player - game.passes - 1) % len(names)]
    return say(TOP, name=who, pattern=say(game.top.pattern.name))


def hint(game: Game, advice: Advice) -> str:
    """Say what a strategy would do, and why."""
    line = action_line(game.indices(advice.play))
    return say(HINT, action=action(advice.play), line=line, reason=reason(advice))


def reason(advice: Advice) -> str:
    """Say why a strategy gives its advice."""
    if advice.chances and advice.playouts:
        best, *others = [f"{action(play)} {100 * won:.1f} %" for play, won in advice.chances]
        second = say("，其次 {second}", second=others[0]) if others else ""
        template = "模擬 {playouts} 局，勝率最高的是 {best}{second}"
        return say(template, playouts=advice.playouts, best=best, second=second)
    if advice.chances:
        return say("出完就贏了")
    if advice.plan:
        plan = listed(map(action, advice.plan))
        return say("手牌可以分成 {count} 手：{plan}", count=len(advice.plan), plan=plan)
    return say("只有這個動作" if advice.play is None else "這是唯一的選擇")
