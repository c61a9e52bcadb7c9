"""Advice for a person: what the strongest computer would do, and why."""

from __future__ import annotations

from random import Random

from take6.game import FULL, row_of
from take6.players.base import View
from take6.players.budget import Budget
from take6.players.compiled import COMPILED
from take6.players.reading import Reading
from take6.players.search import Option

_BUDGET = Budget(20_000 if COMPILED else 300)
_SHOWN = 3


def advise(view: View, rng: Random, choosing: bool) -> list[str]:
    """Return the lines of advice on a card, or on a row if `choosing`."""
    adviser = Reading(_BUDGET)
    options = range(len(view.rows)) if choosing else view.hand
    found = adviser.weigh(view, options, rng, choosing)
    name = _row if choosing else str
    best, *others = found[:_SHOWN]
    why = f"會拿走 {view.row_heads[best.what]} 個牛頭" if choosing else _fate(view, best.what)
    lines = [f"建議 {name(best.what)}：{why}；{_expected(best)}。"]
    lines += [f"其次 {name(option.what)}：{_expected(option)}。" for option in others]
    lines.append(f"（依 {sum(option.playouts for option in found)} 次模擬）")
    return lines


def _row(row: int) -> str:
    return f"第 {row + 1} 列"


def _expected(option: Option) -> str:
    return f"勝率約 {100 * option.share:.0f} %，最後平均 {option.heads:.1f} 個牛頭"


def _fate(view: View, card: int) -> str:
    """Say where a card goes if no other card comes before it."""
    row = row_of(view.rows, card)
    if row is None:
        return f"比每一列都小，最便宜的一列有 {min(view.row_heads)} 個牛頭"
    places = FULL - len(view.rows[row])
    if places == 0:
        return f"第 {row + 1} 列已滿，除非先被別人拿走，否則拿走 {view.row_heads[row]} 個牛頭"
    return f"放在第 {row + 1} 列，還有 {places} 個空位，離列尾 {card - view.rows[row][-1]}"
