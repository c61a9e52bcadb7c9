"""What becomes of a card or a row, in words."""

from cardjudge.language import say
from take6 import text
from take6.cards import heads_of
from take6.game import FULL, Game, row_of


def option_name(game: Game, what: int) -> str:
    """Return the name of an option, which is a row or a card."""
    return text.card(what) if game.undercut is None else say("第 {row} 列", row=what + 1)


def danger(game: Game, card: int) -> tuple[int, int, int]:
    """Return what an option costs if placed first: heads, filled places, distance to the row."""
    rows, heads = game.rows, [*map(heads_of, game.rows)]
    if game.undercut is not None:
        return heads[card], 0, 0
    row = row_of(rows, card)
    if row is None:
        return min(heads), 0, 0
    places = FULL - len(rows[row])
    return (0, -places, card - rows[row][-1]) if places else (heads[row], 0, 0)


def fate(game: Game, card: int) -> str:
    """Return the cost of a row, or the place of a card if it is placed first, in words."""
    rows, heads = game.rows, [*map(heads_of, game.rows)]
    if game.undercut is not None:
        return say("會拿走 {heads} 個牛頭", heads=heads[card])
    row = row_of(rows, card)
    if row is None:
        return say("比每一列都小，最便宜的一列有 {heads} 個牛頭", heads=min(heads))
    places, end = FULL - len(rows[row]), rows[row][-1]
    if places == 0:
        template = "第 {row} 列已滿，除非先被別人拿走，否則拿走 {heads} 個牛頭"
        return say(template, row=row + 1, heads=heads[row])
    template = "照現在的牌面放在第 {row} 列，還有 {places} 個空位，離列尾 {gap}"
    return say(template, row=row + 1, places=places, gap=card - end)
