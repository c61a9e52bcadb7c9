"""Cards on a terminal, drawn or plain, in as many rows as its width asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from big2.cards import RANKS, SUITS, Card
from cardjudge import screen

_PICTURES = ("♣", "♦", "♥", "♠")
_STYLES = ("black on white", "red on white", "red on white", "black on white")
_MARGIN = 1


class Screen(screen.Screen):
    """A console and how cards look on it."""

    def card(self, card: Card) -> Text:
        """Return a card: its picture, or as the judge writes it."""
        if self.plain:
            return Text(str(card))
        return Text(f" {_PICTURES[card.suit]}{RANKS[card.rank]} ", _STYLES[card.suit])

    def cards(self, cards: Iterable[Card]) -> Text:
        """Return cards side by side."""
        return Text(" ").join(map(self.card, cards))

    def hand(self, hand: Sequence[Card]) -> None:
        """Write a hand, above each card its index, as many on a row as there is room for."""
        for row in self._rows(hand):
            above = [str(index).ljust(cell_len(self.card(card).plain)) for index, card in row]
            self.say(" ".join(above).rstrip(), "dim")
            self.show(self.cards(card for _, card in row))

    def _rows(self, hand: Sequence[Card]) -> Iterator[list[tuple[int, Card]]]:
        row: list[tuple[int, Card]] = []
        used = 0
        for index, card in enumerate(hand):
            width = cell_len(self.card(card).plain) + _MARGIN
            if row and used + width > self.console.width:
                yield row
                row, used = [], 0
            row.append((index, card))
            used += width
        if row:
            yield row


def card_named(word: str) -> Card | None:
    """Return the card of a name as people write them, or None.

    >>> [str(card_named(word)) for word in ("C[3]", "3c", "H10", "10♥")]
    ['C[3]', 'C[3]', 'H[10]', 'H[10]']
    """
    name = word.upper().replace("[", "").replace("]", "")
    for pictures in (SUITS, _PICTURES):
        for suit, picture in enumerate(pictures):
            for rank in (name.removeprefix(picture), name.removesuffix(picture)):
                if rank != name and rank in RANKS:
                    return Card(RANKS.index(rank), suit)
    return None
