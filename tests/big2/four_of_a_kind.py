"""鐵支 and 同花順: two patterns that the kit does not have, each a class and nothing else."""

from big2.patterns import FullHouse, Pattern, Play, Straight
from big2.patterns.base import Cards, Key


class StraightFlush(Pattern):
    """A straight of one suit; beats anything but a greater one."""

    name = "同花順"

    def key(self, cards: Cards) -> Key | None:
        return Straight().key(cards) if len({card.suit for card in cards}) == 1 else None

    def beats(self, play: Play, top: Play) -> bool:
        return top.pattern is not self or play.key > top.key


class FourOfAKind(Pattern):
    """Four cards of one rank and any card; beats anything but a greater one or a 同花順."""

    name = "鐵支"

    def key(self, cards: Cards) -> Key | None:
        ranks = [card.rank for card in cards]
        if len(ranks) == 5 and FullHouse().key(cards) is None and ranks.count(ranks[2]) == 4:
            return (ranks[2],)
        return None

    def beats(self, play: Play, top: Play) -> bool:
        if top.pattern is self:
            return play.key > top.key
        return top.pattern.name != StraightFlush.name
