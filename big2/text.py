"""Every sentence of Big-2: what the judge reads, and what it writes."""

from __future__ import annotations

from big2.cards import DECK, Card
from big2.events import (
    Passed,
    PassRejected,
    Played,
    PlayRejected,
    RoundStarted,
    TurnStarted,
    Won,
)
from big2.game import PASS, PLAYERS
from cardjudge.errors import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from big2.events import Event
    from big2.game import Action
    from cardjudge.stdio import Lines

COMMAS = {"fullwidth": "，", "ascii": ","}
"""The comma of the messages: as the published output has it, and as the assignment's text has."""

_NOT_AN_INDEX = -1
_MOST_DIGITS = 4000  # int() refuses numbers of more than 4300 digits


def read_deck(lines: Lines) -> list[Card]:
    """Read the line of the deck; InputError unless it has each of the 52 cards once."""
    deck: dict[Card, None] = {}
    for word in lines.expect("牌堆").split():
        try:
            card = Card.parse(word)
        except ValueError:
            raise lines.error("沒有{word}這張牌", word=quote(word)) from None
        if card in deck:
            raise lines.error("牌堆裡重複的牌：{card}", card=card)
        deck[card] = None
    missing = [card for card in DECK if card not in deck]
    if missing:
        shown = quote(_spaced(missing))
        raise lines.error("牌堆裡少了 {count} 張牌：{cards}", count=len(missing), cards=shown)
    return list(deck)


def deck_line(deck: Iterable[Card]) -> str:
    """Return the line that `read_deck` reads as this deck."""
    return _spaced(deck)


def read_names(lines: Lines) -> list[str]:
    """Read the players' names, one a line; InputError for an empty or an unprintable one."""
    names = []
    for player in range(PLAYERS):
        name = lines.expect("玩家 {player} 的名字", player=player).strip()
        if not name:
            raise lines.error("玩家 {player} 的名字是空白", player=player)
        if any(ord(character) < ord(" ") or character == "\x7f" for character in name):
            raise lines.error("名字裡有控制字元：{name}", name=quote(name))
        names.append(name)
    return names


def read_action(lines: Lines) -> Action:
    """Read the next action; InputError where the input ends before the game does."""
    return parse_action(read_action_line(lines))


def read_action_line(lines: Lines) -> str:
    """Read the next line that is not blank; InputError where there is none."""
    line = ""
    while not line:
        line = lines.expect("下一個動作，遊戲還沒有結束").strip()
    return line


def parse_action(line: str) -> Action:
    """Return the action of a line that is not blank."""
    words = line.split()
    return PASS if words == ["-1"] else [_index(word) for word in words]


def action_line(action: Action) -> str:
    """Return the line that `read_action` reads as this action."""
    return "-1" if action is PASS else " ".join([str(index) for index in action])


def _index(word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS:
        return int(word)
    return _NOT_AN_INDEX


def render(event: Event, names: Sequence[str], comma: str = COMMAS["fullwidth"]) -> str:
    """Return the line or lines that tell of an event."""
    match event:
        case TurnStarted(player, hand):
            return f"輪到{names[player]}了\n{_hand(hand)}"
        case Played(player, play):
            return f"玩家 {names[player]} 打出了 {play.pattern.name} {_spaced(play.cards)}\n"
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
    from typing import assert_never  # not at the top: a judge must start fast

    return assert_never(event)


def _hand(hand: Iterable[Card]) -> str:
    """The hand, and above it the index of each card in the column where the card begins."""
    cards = [str(card) for card in hand]
    indices = " ".join([str(index).ljust(len(card)) for index, card in enumerate(cards)])
    return f"{indices.rstrip()}\n{' '.join(cards)}\n"


def _spaced(cards: Iterable[Card]) -> str:
    return " ".join([str(card) for card in cards])
