"""The odds as a table for a terminal, or as data."""

from __future__ import annotations

import math
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from blackjack_judge.odds.hands import HANDS, INDEX, SIZE, Cards
from blackjack_judge.odds.shoe import ACE, TEN, VALUES, Shoe
from blackjack_judge.odds.strategy import Row, Strategy, strategy
from blackjack_judge.odds.values import UPCARDS, Decision, Odds, insurance

WIDTH = 80
"""Columns of the widest table."""
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


def print_odds(odds: Odds, console: Console) -> None:
    """Print what a round is worth, and the strategy table."""
    console.print(f"每注 1 元的期望值 {100 * odds.expectation:+.5f} %，變異數 {odds.variance:.4f}")
    table = strategy(odds)
    for rows in _sections(table):
        console.print(rows)
    console.print(_LEGEND)
    unseen = odds.shoe.without(ACE).counts
    if insurance(unseen[TEN] / sum(unseen)) < 0:
        console.print("不買保險。")


def print_hand(odds: Odds, cards: Cards, console: Console) -> None:
    """Print the values of all decisions with a hand, in per cent of the bet."""
    table = _table(f"{_name(cards)}：期望值（%）")
    for decision in Decision:
        row = [odds.values[decision][INDEX[cards], upcard] for upcard in _SHOWN]
        if max(row) > -math.inf:
            table.add_row(_NAMES[decision], *(f"{100 * value:+.1f}" for value in row))
    console.print(table)


def print_count(weights: tuple[float, ...], console: Console) -> None:
    """Print the weights of the best linear count."""
    console.print("最佳線性算牌的權重")
    for name, weight in zip(VALUES, weights, strict=True):
        console.print(f"{name} {weight:+.4f}")


def print_removal(effects: dict[int, float], console: Console) -> None:
    """Print how the expectation of a round changes when a card leaves the shoe, in per cent."""
    console.print("拿走一張牌，期望值的變化（%）")
    for value, effect in effects.items():
        console.print(f"{VALUES[value]} {100 * effect:+.4f}")


def as_json(odds: Odds) -> dict[str, Any]:
    """Return everything about these odds: hands are their cards, values are per unit bet."""
    table = strategy(odds)
    return {
        "shoe": {"counts": list(odds.shoe.counts), "endless": odds.shoe.endless},
        "both_blackjack": "push" if odds.rules.both_blackjack_push else "lose",
        "split_blackjack": odds.rules.split_blackjack,
        "expectation": odds.expectation,
        "variance": odds.variance,
        "strategy": {
            kind: {str(label): dict(zip(VALUES, row, strict=True)) for label, row in rows.items()}
            for kind, rows in table._asdict().items()
        },
        "values": {
            _name(HANDS[hand]): {VALUES[upcard]: _values(odds, hand, upcard) for upcard in UPCARDS}
            for hand in range(len(HANDS))
            if SIZE[hand] > 1 and _dealt(odds.shoe, HANDS[hand])
        },
    }


def _values(odds: Odds, hand: int, upcard: int) -> dict[str, float]:
    values = {decision: odds.values[decision][hand, upcard] for decision in Decision}
    return {name: float(value) for name, value in values.items() if value > -math.inf}


def _dealt(shoe: Shoe, cards: Cards) -> bool:
    enough = all(n <= left for n, left in zip(cards, shoe.counts, strict=True))
    return shoe.endless or enough


def _name(cards: Cards) -> str:
    return ",".join(name for name, n in zip(VALUES, cards, strict=True) for _ in range(n))


def _sections(found: Strategy) -> list[Table]:
    kinds: list[tuple[str, dict[str, Row]]] = [
        ("硬牌", {str(total): row for total, row in found.hard.items()}),
        ("軟牌", {str(total): row for total, row in found.soft.items()}),
        ("對子", {f"{name},{name}": row for name, row in found.pairs.items()}),
    ]
    sections = []
    for title, rows in kinds:
        table = _table(title)
        for label, row in rows.items():
            cells = (Text(row[up], _STYLES.get(row[up], "")) for up in _SHOWN)
            table.add_row(label, *cells)
        sections.append(table)
    return sections


def _table(title: str) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("莊家", justify="right")
    for upcard in _SHOWN:
        table.add_column(VALUES[upcard], justify="right", no_wrap=True)
    return table
