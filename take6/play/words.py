"""Sentences of the game at a terminal; those of the judge are in `take6.text`."""

from collections.abc import Sequence

from cardjudge.language import listed, say
from take6 import text
from take6.events import Appended, Event, RowFilled, RowTaken, Undercut
from take6.game import Rule

RULES = (
    "每回合每個人同時出一張牌，從小到大放到四列。",
    "每張牌放在列尾比它小、又最接近它的那一列；一列放到第六張時，",
    "出牌的人拿走前五張，他的牌成為這一列的第一張。",
    "比每一列都小的牌：選一列拿走，牌成為那一列的第一張。",
    "牛頭：55 有 7 個；11 的倍數 5 個；10 的倍數 3 個；5 的倍數 2 個；其他 1 個。",
    "普通規則：十回合後牛頭最少的人贏。",
    "狂牛症規則：牛頭達到門檻就得狂牛症；排名先排狂牛症，牛頭多的在前，",
    "再排其他人，牛頭少的在前。只看勝利指數時，由小到大排（狂牛症是牛頭減門檻）。",
    "例：四列的列尾是 12、37、60、88。出 40 放在 37 後面；出 9 比每一列都小，",
    "要拿走一列；如果 60 那一列已經有五張，出 63 的人拿走那五張。",
)


def player(number: int) -> str:
    """Return the name of a player that gave none."""
    return say("玩家 {number}", number=number + 1)


def players(count: int) -> list[str]:
    """Return the names of all players."""
    return [player(number) for number in range(count)]


def event(what: Event, names: Sequence[str]) -> str:
    """Return the line of an event; empty for the beginning of a round and the end of the game."""
    match what:
        case Appended(who, card, row):
            template = "{name} 打出 {card}，放在第 {row} 列"
            return say(template, name=names[who], card=text.card(card), row=row + 1)
        case RowFilled(who, card, row, heads):
            template = "{name} 打出 {card}，第 {row} 列已滿，拿走 {heads} 個牛頭"
            shown = text.card(card)
            return say(template, name=names[who], card=shown, row=row + 1, heads=heads)
        case Undercut(who, card):
            template = "{name} 打出 {card}，比每一列都小"
            return say(template, name=names[who], card=text.card(card))
        case RowTaken(who, row, heads):
            template = "{name} 拿走第 {row} 列，{heads} 個牛頭"
            return say(template, name=names[who], row=row + 1, heads=heads)
    return ""


def round_title(number: int) -> str:
    """Return the title of a round, counted from 1."""
    return say("第 {number} 回合", number=number)


def heads(names: Sequence[str], counts: Sequence[int]) -> str:
    """Return the heads of all players, in words."""
    shown = (f"{name} {count}" for name, count in zip(names, counts, strict=True))
    return say("牛頭：{heads}", heads=listed(shown))


def revealed(names: Sequence[str], cards: Sequence[int]) -> str:
    """Return the line that reveals the cards of a round."""
    shown = (f"{name} {text.card(card)}" for name, card in zip(names, cards, strict=True))
    return say("揭牌：{cards}", cards=listed(shown))


def standings(names: Sequence[str], heads: Sequence[int], rule: Rule) -> list[tuple[str, ...]]:
    """Return the table of standings; players that tie in 排名 have equal places."""
    rows: list[tuple[str, ...]] = [(say("名次"), say("table｜玩家"), say("牛頭"), say("勝利指數"))]
    place, before = 0, None
    for position, who in enumerate(rule.order(heads), start=1):
        index = rule.victory_index(heads[who])
        place, before = (place if index == before else position), index
        mad = say("（狂牛症）") if rule.mad(heads[who]) else ""
        rows.append((str(place), names[who], f"{heads[who]}{mad}", str(index)))
    return rows
