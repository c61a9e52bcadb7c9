"""The cards of Big-2: their order and their notation."""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS = ("C", "D", "H", "S")


class Card(namedtuple("Card", ("rank", "suit"))):
    """A card; the order of cards is the order of the game: by rank, then by suit.

    `rank` and `suit` are indices into `RANKS` and `SUITS`; a greater index beats a lesser one.
    """

    __slots__ = ()
    rank: int
    suit: int

    def __str__(self) -> str:
        return _TEXT[self]


_TEXT = {
    Card(rank, suit): f"{suit_name}[{rank_name}]"
    for rank, rank_name in enumerate(RANKS)
    for suit, suit_name in enumerate(SUITS)
}
BY_TEXT = {text: card for card, text in _TEXT.items()}
"""The cards by their notation."""

DECK = tuple(_TEXT)
"""All 52 cards in ascending order."""


def by_rank(cards: Iterable[Card]) -> dict[int, list[Card]]:
    """Group cards by rank; each group keeps the order of the cards."""
    ranks: dict[int, list[Card]] = {}
    for card in cards:
        ranks.setdefault(card.rank, []).append(card)
    return ranks
