"""The input and the output of the judge of Sevens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardjudge.errors import quote
from cardjudge.stdio import Lines
from sevens.rules import DECK, PLAYERS, Card, Ended, Event, FaceDown, Laid, Refused, Turn

CARDS = {str(card): card for card in DECK}


def read_deck(lines: Lines) -> list[Card]:
    """Read the deck; InputError unless it has each of the 52 cards once."""
    words = lines.expect("牌堆").split()
    for word in words:
        if word not in CARDS:
            raise lines.error("沒有{word}這張牌", word=quote(word))
    if sorted(CARDS[word] for word in words) != sorted(DECK):
        raise lines.error("牌堆要有 52 張不同的牌")
    return [CARDS[word] for word in words]


def read_names(lines: Lines) -> list[str]:
    """Read the players' names, a line each; InputError for an empty one."""
    names = []
    for player in range(PLAYERS):
        names.append(lines.expect("玩家 {player} 的名字", player=player).strip())
        if not names[-1].isprintable() or not names[-1]:
            raise lines.error("玩家 {player} 的名字是空白", player=player)
    return names


def read_card(lines: Lines) -> Card | None:
    """Read the card of the next turn; None for a line that is no card."""
    line = ""
    while not line:
        line = lines.expect("下一張牌，遊戲還沒有結束").strip()
    return CARDS.get(line)


def written(cards: Iterable[Card]) -> str:
    """Return cards separated by blanks."""
    return " ".join(map(str, cards))


def render(event: Event, names: Sequence[str]) -> str:
    """Return the output of an event, one or more lines."""
    match event:
        case Turn(player, hand):
            return f"輪到{names[player]}了\n{written(hand)}\n"
        case Laid(player, card):
            return f"玩家 {names[player]} 排出 {card}\n"
        case FaceDown(player, card):
            return f"玩家 {names[player]} 蓋下 {card}\n"
        case Refused(_, hand, None):
            return f"手上沒有這張牌，請再嘗試一次。\n{written(hand)}\n"
        case Refused(_, hand, _):
            return f"有牌可以排，請再嘗試一次。\n{written(hand)}\n"
        case Ended(points, winners):
            rows = "".join(f"{name}：{own} 分\n" for name, own in zip(names, points, strict=True))
            return f"遊戲結束\n{rows}勝利者：{'、'.join(names[at] for at in winners)}\n"
