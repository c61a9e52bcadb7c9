"""Why an action is refused, in the words of all rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from big2.events import Fault

FAULTS: dict[Fault, str] = {
    "not in hand": "索引不是數字、重複，或不在手牌裡",
    "no pattern": "這些牌不是任何牌型",
    "no opening card": "第一手必須包含 C[3]",
    "does not beat top": "壓不過桌上的牌",
}
PASS_AT_THE_START = "新的回合不能 PASS"
