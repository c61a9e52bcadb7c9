"""The odds as a table for a terminal and as JSON."""

import math
from typing import Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from blackjack_judge.odds.hands import ACE, HANDS, INDEX, SIZE, TEN, VALUES, Cards, Shoe
from blackjack_judge.odds.values import (
    UPCARDS,
    Decision,
    Odds,
    Strategy,
    effects_of_removal,
    insurance,
    linear_count,
    strategy,
)
from blackjack_judge.table import Rules
from cardjudge.language import say

MEMBERS = (
    *("shoe", "both_blackjack", "split_blackjack", "expectation", "variance", "strategy"),
    *("hand", "values", "weights", "effects"),
)
"""The members of the document; those that were not asked for are null."""
WIDTH = 80
"""Width of the widest table, in columns."""
_SHOWN = (*UPCARDS[1:], UPCARDS[0])
"""The upcards in the order of the field's tables: the ace last."""
_STYLES = {"S": "red", "H": "green", "D": "bold blue", "d": "bold blue", "P": "bold magenta"}
_NAMES = {
    Decision.STAND: "停",
    Decision.HIT: "加牌",
    Decision.DOUBLE: "加倍",
    Decision.SPLIT: "分牌",
}
_LEGEND = "S 停，H 加牌，D 加倍（不能則加牌），d 加倍（不能則停），P 分牌。"


class Told(NamedTuple):
    """The answer of `odds`: as a JSON document, and as renderables of Rich."""

    document: dict[str, Any]
    shown: list[RenderableType]


def round_of(odds: Odds) -> Told:
    """Return the expectation of a round, and the strategy table."""
    table = strategy(odds)
    worth = {"expectation": f"{100 * odds.expectation:+.5f} %", "variance": odds.variance}
    lines: list[RenderableType] = [
        say("每注 1 元的期望值 {expectation}，變異數 {variance:.4f}", **worth),
        *_sections(table),
        say(_LEGEND),
    ]
    unseen = odds.shoe.without(ACE).counts
    if insurance(unseen[TEN] / sum(unseen)) < 0:
        lines.append(say("不買保險。"))
    rows = {
        kind: {str(label): dict(zip(VALUES, row, strict=True)) for label, row in rows.items()}
        for kind, rows in table._asdict().items()
    }
    hands = [hand for hand, size in enumerate(SIZE) if size > 1 and odds.shoe.deals(HANDS[hand])]
    return Told(
        {
            "shoe": {"counts": list(odds.shoe.counts), "endless": odds.shoe.endless},
            "both_blackjack": "push" if odds.rules.both_blackjack_push else "lose",
            "split_blackjack": odds.rules.split_blackjack,
            "expectation": odds.expectation,
            "variance": odds.variance,
            "strategy": rows,
            "values": {_name(HANDS[hand]): _values(odds, hand) for hand in hands},
        },
        lines,
    )


def hand(odds: Odds, cards: Cards) -> Told:
    """Return the values of all decisions with a hand; the table shows per cent of the bet."""
    name = _name(cards)
    table = _table(say("{name}：期望值（%）", name=name), blank=0)
    for decision in Decision:
        row = [odds.values[decision][INDEX[cards], upcard] for upcard in _SHOWN]
        if max(row) > -math.inf:
            table.add_row(say(_NAMES[decision]), *(f"{100 * value:+.1f}" for value in row))
    return Told({"hand": name, "values": _values(odds, INDEX[cards])}, [table])


def count(shoe: Shoe, rules: Rules) -> Told:
    """Return the weights of the best linear count; for a finite shoe, the effects of removal."""
    if shoe.endless:
        weights = dict(zip(VALUES, linear_count(rules), strict=True))
        lines = [f"{name} {weight:+.4f}" for name, weight in weights.items()]
        return Told({"weights": weights}, [say("最佳線性算牌的權重"), *lines])
    effects = {VALUES[value]: effect for value, effect in effects_of_removal(shoe, rules).items()}
    lines = [f"{name} {100 * effect:+.4f}" for name, effect in effects.items()]
    return Told({"effects": effects}, [say("拿走一張牌，期望值的變化（%）"), *lines])


def _values(odds: Odds, hand: int) -> dict[str, dict[str, float]]:
    return {
        VALUES[upcard]: {
            decision: float(value)
            for decision in Decision
            if (value := odds.values[decision][hand, upcard]) > -math.inf
        }
        for upcard in UPCARDS
    }


def _name(cards: Cards) -> str:
    return ",".join(name for name, n in zip(VALUES, cards, strict=True) for _ in range(n))


def _sections(found: Strategy) -> list[Table]:
    sections = []
    for title, rows in zip(("硬牌", "軟牌", "odds｜對子"), found._asdict().values(), strict=True):
        table = _table(say(title))
        for label, row in rows.items():
            cells = (Text(row[up], _STYLES.get(row[up], "")) for up in _SHOWN)
            table.add_row(f"{label},{label}" if rows is found.pairs else str(label), *cells)
        sections.append(table)
    return sections


def _table(title: str, blank: int = 1) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, blank, 0, 0))
    table.add_column(say("莊家"), justify="right", no_wrap=True)
    for upcard in _SHOWN:
        table.add_column(VALUES[upcard], justify="right", no_wrap=True)
    return table
