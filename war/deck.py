"""A deck of cards and the American shuffle, as in the assignment."""

from __future__ import annotations

from collections import Counter, deque

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Iterable, Iterator, Sequence

SUITS = 4
"""Number of cards of each value in a full deck; suits have no other effect."""
NO_CARD = -1
"""The result of `Deck.pick` for an empty deck."""


class Deck:
    """A deck of cards, top first: methods take cards from the top and add them at the bottom.

    A card is an integer, its value; `is_valid` checks the values. `Deck([2, 1])` has these cards,
    `Deck(13)` has all cards of 13 values in ascending order, and `Deck()` is empty. A random method
    without an `rng` creates an unseeded generator.

    >>> print(Deck(3))
    1 1 1 1 2 2 2 2 3 3 3 3
    """

    __slots__ = ("cards",)

    def __init__(self, cards: Iterable[int] | int = ()) -> None:
        if isinstance(cards, int):
            self.cards = deque(_full(cards))
            return
        self.cards = deque(cards)
        if not all(type(card) is int for card in self.cards):
            raise TypeError("a card is an integer")

    def copy(self) -> Deck:
        """Return a copy of the deck."""
        other = Deck()
        other.cards = self.cards.copy()
        return other

    def pick(self, d: Deck) -> int:
        """Move the top card of `d` to the bottom of this deck and return it.

        If `d` is empty, it returns `NO_CARD` and changes nothing.
        """
        if not d.cards:
            return NO_CARD
        card = d.cards.popleft()
        self.cards.append(card)
        return card

    def pick_all(self, d: Deck) -> None:
        """Move all cards of `d`, one by one, to the bottom of this deck."""
        self.cards.extend(d.cards)
        d.cards.clear()

    def is_valid(self, nb_vals: int) -> bool:
        """Return whether all values are 1 to `nb_vals`, each at most `SUITS` times."""
        counts = Counter(self.cards)
        return all(1 <= card <= nb_vals and count <= SUITS for card, count in counts.items())

    def cut(self, rng: random.Random | None = None) -> int:
        """Return the number of cards to cut off: the heads of one fair coin per card."""
        return _lots(rng).getrandbits(len(self.cards)).bit_count()

    def split(self, rng: random.Random | None = None) -> Deck:
        """Cut the deck: remove the cards above the cut and return them."""
        top = Deck()
        for _ in range(self.cut(rng)):
            top.pick(self)
        return top

    def riffle_with(self, d: Deck, rng: random.Random | None = None) -> None:
        """Riffle this deck and `d` together into this deck; `d` becomes empty.

        With `a` cards left here and `b` cards in `d`, the next card comes from here with
        probability ``a / (a + b)``.
        """
        rng = _lots(rng)
        riffled = Deck()
        while self.cards or d.cards:
            a, b = len(self.cards), len(d.cards)
            riffled.pick(self if rng.randrange(a + b) < a else d)
        self.cards = riffled.cards

    def riffle_shuffle(self, m: int, rng: random.Random | None = None) -> None:
        """Shuffle `m` times in the American way, cut and riffle; `riffled` draws all at once."""
        lots = _lots(rng).getrandbits(m * len(self.cards)) if m else 0
        mask = (1 << m) - 1
        digits = [lots >> m * place & mask for place in range(len(self.cards))]
        self.cards = deque(riffled(self.cards, digits))

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[int]:
        return iter(self.cards)

    def __eq__(self, other: object) -> bool:
        return self.cards == other.cards if isinstance(other, Deck) else NotImplemented

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        return f"Deck({list(self.cards)})"


def riffled(deck: Collection[int], digits: Sequence[int]) -> list[int]:
    """Return the deck after `m` riffles by random digits of `m` bits.

    Every place of the shuffled deck has an independent uniform digit. The cards, top first, go to
    the places with digit 0, from the top down, then to the places with digit 1, and so on. With
    one bit this cuts at the number of zeros and interleaves the piles uniformly. (Sorting the cards
    by digits would be the inverse of a riffle, which has another distribution.)

    Source: D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Ann. Appl. Probab. 2
    (1992).

    >>> riffled([1, 2, 3, 4, 5], [1, 0, 0, 1, 0])  # cut at three: 1 2 3 fall where the zeros are
    [4, 1, 2, 5, 3]
    """
    places = sorted(range(len(deck)), key=digits.__getitem__)
    shuffled = [0] * len(deck)
    for card, place in zip(deck, places, strict=True):
        shuffled[place] = card
    return shuffled


def _full(nb_vals: int) -> Iterator[int]:
    if nb_vals < 0:
        raise ValueError("a deck has no fewer than 0 values")
    return (value for value in range(1, nb_vals + 1) for _ in range(SUITS))


def _lots(rng: random.Random | None) -> random.Random:
    if rng is None:
        import random  # a judge does not need it

        rng = random.Random()
    return rng
