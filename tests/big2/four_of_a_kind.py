"""鐵支 and 同花順: two patterns that the kit does not have, each a class and nothing else."""

from big2.patterns import FullHouse, Pattern, Straight, Trump
from big2.patterns.base import Cards, Key


class StraightFlush(Trump):
    """A straight of one suit; the rarest trump."""

    name = "同花順"
    ways = 13 * 4

    def key(self, cards: Cards) -> Key | None:
        return Straight().key(cards) if len({card.suit for card in cards}) == 1 else None


class FourOfAKind(Trump):
    """Four cards of one rank and any card."""

    name = "鐵支"
    ways = 13 * 48

    def key(self, cards: Cards) -> Key | None:
        ranks = [card.rank for card in cards]
        if len(ranks) == 5 and FullHouse().key(cards) is None and ranks.count(ranks[2]) == 4:
            return (ranks[2],)
        return None


class TwoPairs(Pattern):
    """Two pairs, compared by the greatest card, which a key may contain."""

    name = "兩對"
    shape = "兩個不同點數的對子"
    by = "最大的那張牌"

    def key(self, cards: Cards) -> Key | None:
        pairs = {card.rank for card in cards[::2]}, {card.rank for card in cards[1::2]}
        return (
            (cards[3],) if len(cards) == 4 and pairs[0] == pairs[1] and len(pairs[0]) == 2 else None
        )
