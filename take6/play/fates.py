"""What becomes of a card or a row, in words."""

from cardjudge.language import say
from take6 import text
from take6.cards import heads_of
from take6.game import FULL, Game, row_of


def option_name(game: Game, what: int) -> str:
    """Return the name of an option, which is a row or a card."""
    return text.card(what) if game.undercut is None else say("第 {row} 列", row=what + 1)


def fate(game: Game, what: int) -> tuple[tuple[int, int, int], str]:
    """Return what an option, a row or a card that is placed first, costs, also in words.

    The cost is heads, filled places, and the distance to the end of the row.
    """
    rows, heads = game.rows, [*map(heads_of, game.rows)]
    if game.undercut is not None:
        return (heads[what], 0, 0), say("會拿走 {heads} 個牛頭", heads=heads[what])
    row = row_of(rows, what)
    if row is None:
        template = "比每一列都小，最便宜的一列有 {heads} 個牛頭"
        return (min(heads), 0, 0), say(template, heads=min(heads))
    places, gap = FULL - len(rows[row]), what - rows[row][-1]
    if places == 0:
        template = "第 {row} 列已滿，除非先被別人拿走，否則拿走 {heads} 個牛頭"
        return (heads[row], 0, 0), say(template, row=row + 1, heads=heads[row])
    template = "照現在的牌面放在第 {row} 列，還有 {places} 個空位，離列尾 {gap}"
    return (0, -places, gap), say(template, row=row + 1, places=places, gap=gap)
