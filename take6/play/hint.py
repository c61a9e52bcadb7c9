"""Hints: the choice of the strongest computer, and its reasons."""

from random import Random

from cardjudge.language import say
from take6 import text
from take6.game import FULL, row_of
from take6.players.base import Budget, View
from take6.players.playout import COMPILED
from take6.players.search import Option, Reading

_BUDGET = Budget(20_000 if COMPILED else 300)
_SHOWN = 3


def advise(view: View, rng: Random) -> tuple[int, list[str]]:
    """Return the best card or row, and the lines of the hint."""
    found = Reading(_BUDGET).weigh(view, rng)
    best, *others = found[:_SHOWN]
    parts = {"what": named(view, best.what), "fate": fate(view, best.what)}
    lines = [say("建議 {what}：{fate}；{expected}。", expected=_expected(best), **parts)]
    for option in others:
        what, expected = named(view, option.what), _expected(option)
        lines.append(say("其次 {what}：{expected}。", what=what, expected=expected))
    count = sum(option.playouts for option in found)
    return best.what, [*lines, say("（依 {count} 次模擬）", count=count)]


def _expected(option: Option) -> str:
    share, heads = f"{100 * option.share:.0f}", f"{option.heads:.1f}"
    return say("勝率約 {share} %，最後平均 {heads} 個牛頭", share=share, heads=heads)


def named(view: View, what: int) -> str:
    """Return the name of an option, which is a row or a card."""
    return say("第 {row} 列", row=what + 1) if view.choosing else text.card(what)


def fate(view: View, card: int) -> str:
    """Return the cost of a row, or the place of a card if it is placed first, in words."""
    if view.choosing:
        return say("會拿走 {heads} 個牛頭", heads=view.row_heads[card])
    row = row_of(view.rows, card)
    if row is None:
        return say("比每一列都小，最便宜的一列有 {heads} 個牛頭", heads=min(view.row_heads))
    places, end = FULL - len(view.rows[row]), view.rows[row][-1]
    if places == 0:
        template = "第 {row} 列已滿，除非先被別人拿走，否則拿走 {heads} 個牛頭"
        return say(template, row=row + 1, heads=view.row_heads[row])
    template = "放在第 {row} 列，還有 {places} 個空位，離列尾 {gap}"
    return say(template, row=row + 1, places=places, gap=card - end)
