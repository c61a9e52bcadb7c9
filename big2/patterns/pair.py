"""對子: two cards of one rank."""

from big2.patterns.base import Cards, Key, Pattern


class Pair(Pattern):
    """Two cards of one rank, compared by the greater card."""

    name = "對子"

    def key(self, cards: Cards) -> Key | None:
        return cards[1] if len(cards) == 2 and cards[0].rank == cards[1].rank else None
