"""The input and the output of the judge of Sevens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardjudge.decks import read_deck, read_names
from cardjudge.stdio import Lines
from sevens.rules import DECK, PLAYERS, Card, Ended, Event, Put, Refused, Rules, Turn

CARDS = {str(card): card for card in DECK}


def read_game(lines: Lines) -> tuple[Rules, list[str]]:
    """Read the deck and the players' names; InputError for wrong ones."""
    return Rules(read_deck(lines, CARDS)), read_names(lines, PLAYERS)


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
        case Put(player, card, fits):
            return f"玩家 {names[player]} {'排出' if fits else '蓋下'} {card}\n"
        case Refused(_, hand, instead):
            why = "有牌可以排" if instead else "手上沒有這張牌"
            return f"{why}，請再嘗試一次。\n{written(hand)}\n"
        case Ended(points, winners):
            rows = "".join(f"{name}：{own} 分\n" for name, own in zip(names, points, strict=True))
            return f"遊戲結束\n{rows}勝利者：{'、'.join(names[at] for at in winners)}\n"
