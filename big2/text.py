"""The input and the output of the judge of Big-2."""

from __future__ import annotations

from big2.events import Passed, PassRejected, Played, PlayRejected, RoundStarted, TurnStarted, Won
from big2.game import PASS
from cardjudge.numbers import natural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from big2.cards import Card
    from big2.events import Event
    from big2.game import Action
    from cardjudge.stdio import Lines

COMMAS = {"fullwidth": "，", "ascii": ","}
"""The comma of the messages: ``fullwidth`` in the published output, ``ascii`` in the assignment."""


def read_action(lines: Lines) -> str:
    """Read the line of the next action; InputError at the end of the input."""
    line = ""
    while not line:
        line = lines.expect("下一個動作，遊戲還沒有結束").strip()
    return line


def parse_action(line: str) -> Action:
    """Return the action of a line that is not blank."""
    words = line.split()
    return PASS if words == ["-1"] else [natural(word) for word in words]


def action_line(action: Action) -> str:
    """Return the line of an action."""
    return "-1" if action is PASS else " ".join([str(index) for index in action])


def render(event: Event, names: Sequence[str], comma: str = COMMAS["fullwidth"]) -> str:
    """Return the output of an event, one or more lines."""
    match event:
        case TurnStarted(player, hand):
            return f"輪到{names[player]}了\n{_hand(hand)}"
        case Played(player, play):
            return f"玩家 {names[player]} 打出了 {play.pattern.name} {written(play.cards)}\n"
        case Passed(player):
            return f"玩家 {names[player]} PASS.\n"
        case PlayRejected(_, hand, _):
            return f"此牌型不合法{comma}請再嘗試一次。\n{_hand(hand)}"
        case PassRejected(_, hand):
            return f"你不能在新的回合中喊 PASS\n{_hand(hand)}"
        case RoundStarted():
            return "新的回合開始了。\n"
        case Won(player):
            return f"遊戲結束{comma}遊戲的勝利者為 {names[player]}\n"
    from typing import assert_never  # imported late, so that a judge starts faster

    return assert_never(event)


def _hand(hand: Iterable[Card]) -> str:
    """Return the hand, with the index of each card above its first column."""
    cards = [str(card) for card in hand]
    indices = " ".join([str(index).ljust(len(card)) for index, card in enumerate(cards)])
    return f"{indices.rstrip()}\n{' '.join(cards)}\n"


def written(cards: Iterable[Card]) -> str:
    """Return cards separated by blanks, as in the line of the deck."""
    return " ".join([str(card) for card in cards])
