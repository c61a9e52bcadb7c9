"""單張: one card."""

from __future__ import annotations

from big2.patterns.base import Cards, Key, Pattern


class Single(Pattern):
    """One card, compared by rank, then by suit."""

    name = "單張"
    shape = "一張牌"
    by = "點數，點數相同再比花色"

    def key(self, cards: Cards) -> Key | None:
        return cards[0] if len(cards) == 1 else None

    def choices(self, hand: Cards) -> list[Cards]:
        return [(card,) for card in hand]
