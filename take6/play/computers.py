"""The levels 1 to 6 as players of the kit, and their reasons in words."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from cardjudge.language import say
from cardjudge.play.game import Advice, Player
from take6 import text
from take6.game import FULL, row_of
from take6.players import player
from take6.players.base import View

if TYPE_CHECKING:
    from take6.players.search import Option

_SHOWN = 3


class Level(Player):
    """A level with its budget; the levels that search say their estimates."""

    def __init__(self, level: str, budget: str) -> None:
        self._own = player(f"{level}:{budget}" if budget else level)

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[int]:
        """Return the level's card or row."""
        view, own = View.of(game.at, seat), self._own
        weigh = getattr(own, "weigh", None)
        if weigh is not None and len(view.options) > 1:
            options = weigh(view, rng)
            values = [(option.what, option.share) for option in options]
            return Advice(options[0].what, values, _reason(view, options))
        if game.at.undercut is None:
            return Advice(own.pick(view, rng))
        return Advice(own.choose(view, game.at.undercut[1], rng))


def _reason(view: View, options: Sequence["Option"]) -> str:
    """Return the best option and its estimates, those of the next ones, and the play-outs."""
    best, *others = options[:_SHOWN]
    parts = {"what": option_name(view, best.what), "fate": fate(view, best.what)}
    lines = [say("{what}：{fate}；{expected}。", expected=_expected(best), **parts)]
    for option in others:
        what, expected = option_name(view, option.what), _expected(option)
        lines.append(say("其次 {what}：{expected}。", what=what, expected=expected))
    count = sum(option.playouts for option in options)
    return "\n".join([*lines, say("（依 {count} 次模擬）", count=count)])


def _expected(option: "Option") -> str:
    share, heads = f"{100 * option.share:.0f}", f"{option.heads:.1f}"
    return say("勝率約 {share} %，最後平均 {heads} 個牛頭", share=share, heads=heads)


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
