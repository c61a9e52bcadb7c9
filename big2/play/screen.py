"""Cards on a terminal, drawn or plain, wrapped to its width."""

from collections.abc import Iterable, Sequence
from itertools import accumulate

from rich.text import Text

from big2.cards import RANKS, SUITS, Card
from cardjudge import screen

_PICTURES = "♣♦♥♠"
_LETTERS = str.maketrans(_PICTURES, "".join(SUITS), "[]")
_STYLES = ("black on white", "red on white", "red on white", "black on white")
_MARGIN = 1


class Screen(screen.Screen):
    """A console that draws cards."""

    def card(self, card: Card) -> Text:
        """Return a card as a picture or in the judge's notation."""
        if self.plain:
            return Text(str(card))
        return Text(f" {_PICTURES[card.suit]}{RANKS[card.rank]} ", _STYLES[card.suit])

    def cards(self, cards: Iterable[Card]) -> Text:
        """Return cards side by side."""
        return Text(" ").join(map(self.card, cards))

    def named(self, cards: Iterable[Card]) -> str:
        """Return cards for use in a sentence, in the screen's notation."""
        shown = (self.card(card).plain.strip() for card in cards)
        return " ".join(shown)

    def hand(self, hand: Sequence[Card]) -> None:
        """Print a hand with the index above each card, wrapped to the width of the terminal."""
        start, widths = 0, [self.card(card).cell_len + _MARGIN for card in hand]
        while start < len(hand):
            fitting = sum(end <= self.console.width for end in accumulate(widths[start:]))
            end = start + max(1, fitting)
            above = [str(index).ljust(widths[index]) for index in range(start, end)]
            self.say("".join(above).rstrip(), "dim")
            self.show(self.cards(hand[start:end]))
            start = end


def card_named(word: str) -> Card | None:
    """Return the card of a common notation, or None.

    >>> [str(card_named(word)) for word in ("C[3]", "3c", "H10", "10♥")]
    ['C[3]', 'C[3]', 'H[10]', 'H[10]']
    """
    name = word.upper().translate(_LETTERS)
    for suit, rank in (name[:1], name[1:]), (name[-1:], name[:-1]):
        if suit in SUITS and rank in RANKS:
            return Card(RANKS.index(rank), SUITS.index(suit))
    return None
