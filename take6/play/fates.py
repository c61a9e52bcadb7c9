"""What becomes of a card or a row, in words."""

from cardjudge.language import say
from take6 import text
from take6.game import FULL, row_of
from take6.players.base import View


def option_name(view: View, what: int) -> str:
    """Return the name of an option, which is a row or a card."""
    return say("第 {row} 列", row=what + 1) if view.choosing else text.card(what)


def danger(view: View, card: int) -> tuple[int, int, int]:
    """Return what an option costs if placed first: heads, filled places, distance to the row."""
    if view.choosing:
        return view.row_heads[card], 0, 0
    row = row_of(view.rows, card)
    if row is None:
        return min(view.row_heads), 0, 0
    places = FULL - len(view.rows[row])
    return (0, -places, card - view.rows[row][-1]) if places else (view.row_heads[row], 0, 0)


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
    template = "照現在的牌面放在第 {row} 列，還有 {places} 個空位，離列尾 {gap}"
    return say(template, row=row + 1, places=places, gap=card - end)
