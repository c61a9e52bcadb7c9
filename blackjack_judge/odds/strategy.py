"""The strategy table: what is best with every total, soft total and pair against each upcard."""

from typing import NamedTuple

from blackjack_judge.odds.hands import ACE, VALUES
from blackjack_judge.odds.values import UPCARDS, Decision, Odds, deal

Row = tuple[str, ...]
"""One code for each upcard, from the ace to the ten.

``S`` stand, ``H`` hit, ``D`` double or else hit, ``d`` double or else stand, ``P`` split, ``-`` no
pair.
"""


class Strategy(NamedTuple):
    """What to do with two cards by their total, and whether to split them first."""

    hard: dict[int, Row]
    soft: dict[int, Row]
    pairs: dict[str, Row]
    """By the value of the cards: ``P`` to split, else what their total says without splitting."""


def strategy(odds: Odds) -> Strategy:
    """Return the table for these odds.

    Where the best decision depends on the two cards of a total, the table has the one that is best
    on average over them.
    """
    hard: dict[int, Row] = {}
    soft: dict[int, Row] = {}
    for total in range(4, 21):
        hands = [(a, total - a - 2) for a in range(ACE + 1, len(VALUES)) if 0 < total - a - 2 < 10]
        hard[total] = tuple(_unsplit(odds, hands, upcard) for upcard in UPCARDS)
    for total in range(12, 22):
        soft[total] = tuple(_unsplit(odds, [(ACE, total - 12)], upcard) for upcard in UPCARDS)
    pairs = {name: tuple(_pair(odds, v, up) for up in UPCARDS) for v, name in enumerate(VALUES)}
    return Strategy(hard, soft, pairs)


def _unsplit(odds: Odds, hands: list[tuple[int, int]], upcard: int) -> str:
    """Return the code of the best decision but splitting, on average over hands of one total."""
    weights = [deal(odds.shoe, *hand, upcard) for hand in hands]
    if not any(weights):
        return "-"
    stand, hit, double = (
        sum(
            weight * odds.value(decision, *hand, upcard)
            for weight, hand in zip(weights, hands, strict=True)
            if weight
        )
        for decision in (Decision.STAND, Decision.HIT, Decision.DOUBLE)
    )
    if double > max(stand, hit):
        return "D" if hit > stand else "d"
    return "H" if hit > stand else "S"


def _pair(odds: Odds, value: int, upcard: int) -> str:
    if deal(odds.shoe, value, value, upcard) == 0:
        return "-"
    if odds.best(value, value, upcard) == Decision.SPLIT:
        return "P"
    return _unsplit(odds, [(value, value)], upcard)
