"""What a person reads at the terminal and on the page; what the judge says is in `big2.text`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from big2.cards import Card
from big2.patterns import Play
from big2.players.base import Advice

if TYPE_CHECKING:
    from big2.events import Fault

FAULTS: dict[Fault, str] = {
    "not in hand": "索引不是數字、重複，或不在手牌裡",
    "no pattern": "這些牌不是任何牌型",
    "no opening card": "第一手必須包含 C[3]",
    "does not beat top": "壓不過桌上的牌",
}
PASS_AT_THE_START = "新的回合不能 PASS"

PROMPT = "出牌> "
COMMANDS = (
    "輸入要出的牌的索引，-1 或 p 是 PASS；? 列出可以出的牌，"
    "h 提示，u 收回，s 存檔，l 讀檔，q 離開。"
)
REFUSED = "此牌型不合法："
CAN_PASS = "也可以 PASS（-1）。"
MUST_PASS = "沒有壓得過的牌，只能 PASS（-1）。"
LEFT = "剩牌　"
TOP = "桌上　"
NEW_ROUND_IS_YOURS = "桌上沒有牌，由你開始。"
TAKEN_BACK = "回到你的上一手。"
NOTHING_TO_TAKE_BACK = "沒有可以收回的動作。"
ALREADY_OVER = "這一場已經結束了。"


def saved(path: str) -> str:
    """Say where the game has been saved."""
    return f"存到 {path}，可以用 big2 < {path} 裁判。"


def loaded(path: str) -> str:
    """Say from where the game has been loaded."""
    return f"讀入 {path}。"


def cards(cards: Iterable[Card]) -> str:
    """Write cards as the judge does."""
    return " ".join(map(str, cards))


def action(play: Play | None) -> str:
    """Write a play with its pattern, or a pass."""
    return "PASS" if play is None else f"{play.pattern.name} {cards(play.cards)}"


def reason(advice: Advice) -> str:
    """Say why a strategy gives its advice."""
    if advice.chances and advice.playouts:
        best, *others = [f"{action(play)} {100 * won:.1f} %" for play, won in advice.chances]
        after = f"，其次 {others[0]}" if others else ""
        return f"模擬 {advice.playouts} 局，勝率最高的是 {best}{after}"
    if advice.chances:
        return "出完就贏了"
    if advice.plan:
        return f"手牌可以分成 {len(advice.plan)} 手：{'、'.join(action(p) for p in advice.plan)}"
    return "只有這個動作" if advice.play is None else "這是唯一的選擇"
