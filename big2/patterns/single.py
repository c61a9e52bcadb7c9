"""單張: one card."""

from __future__ import annotations

from big2.patterns.base import Cards, Key, Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Single(Pattern):
    """One card, compared by rank, then by suit."""

    name = "單張"

    def key(self, cards: Cards) -> Key | None:
        return cards[0] if len(cards) == 1 else None

    def choices(self, hand: Cards) -> Iterable[Cards]:
        return ((card,) for card in hand)
