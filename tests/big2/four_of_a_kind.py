"""鐵支 and 同花順: two patterns that the kit does not have, each a class and nothing else."""

from big2.patterns import FullHouse, Pattern, Straight
from big2.patterns.base import Cards, Key


class StraightFlush(Pattern):
    """A straight of one suit; the rarest trump."""

    name = "同花順"
    ways = 13 * 4

    def key(self, cards: Cards) -> Key | None:
        return Straight().key(cards) if len({card.suit for card in cards}) == 1 else None


class FourOfAKind(Pattern):
    """Four cards of one rank and any card."""

    name = "鐵支"
    ways = 13 * 48

    def key(self, cards: Cards) -> Key | None:
        ranks = [card.rank for card in cards]
        if len(ranks) == 5 and FullHouse().key(cards) is None and ranks.count(ranks[2]) == 4:
            return (ranks[2],)
        return None
