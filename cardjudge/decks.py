"""The deck and the names at the start of a case."""

from __future__ import annotations

from cardjudge.errors import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeVar

    from cardjudge.stdio import Lines

    Card = TypeVar("Card")


def read_deck(
    lines: Lines, cards: Mapping[str, Card], words: Sequence[str] | None = None
) -> list[Card]:
    """Read a deck, from the bottom to the top; InputError unless it has each card once.

    Its cards are the `words` if the caller has read the line.
    """
    deck: dict[str, Card] = {}
    for word in lines.expect("牌堆").split() if words is None else words:
        if word not in cards:
            raise lines.error("沒有{word}這張牌", word=quote(word))
        if word in deck:
            raise lines.error("牌堆裡重複的牌：{card}", card=word)
        deck[word] = cards[word]
    missing = [word for word in cards if word not in deck]
    if missing:
        shown = quote(" ".join(missing))
        raise lines.error("牌堆裡少了 {count} 張牌：{cards}", count=len(missing), cards=shown)
    return [*deck.values()]


def read_names(lines: Lines, count: int) -> list[str]:
    """Read the names of the players, a line each; InputError for an empty or unprintable one."""
    names = []
    for player in range(count):
        name = lines.expect("玩家 {player} 的名字", player=player).strip()
        if not name:
            raise lines.error("玩家 {player} 的名字是空白", player=player)
        if has_control(name):
            raise lines.error("名字裡有控制字元：{name}", name=quote(name))
        names.append(name)
    return names


def has_control(name: str) -> bool:
    """Return whether a name has a control character, which would act on a terminal."""
    return any(ord(character) < ord(" ") or character == "\x7f" for character in name)
