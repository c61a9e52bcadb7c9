"""Cards by value: the shoe, all hands that are not bust, and one upcard.

An upcard has the probabilities of the dealer's ends and the result of every decision by hand.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Cards: TypeAlias = tuple[int, ...]
"""The number of cards of each value in a hand."""
Floats: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int64]

VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
"""The values of cards: the ace comes first, and one value for all ten-value ranks comes last."""
ACE, TEN = 0, 9
PER_DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
BUST = -1
NOTHING: Cards = (0,) * len(VALUES)


class Shoe(NamedTuple):
    """The number of cards left of each value; a dealt card is removed unless `endless`.

    In an `endless` shoe the counts are proportions: cards are drawn with replacement, which is the
    limit for infinitely many decks.
    """

    counts: tuple[float, ...]
    endless: bool = False

    def without(self, *values: int) -> "Shoe":
        """Return the shoe after cards of these values were dealt from it.

        >>> decks(1).without(ACE, TEN).counts
        (3, 4, 4, 4, 4, 4, 4, 4, 4, 15)
        """
        if self.endless:
            return self
        return Shoe(tuple(n - values.count(value) for value, n in enumerate(self.counts)))

    def deals(self, cards: Cards) -> bool:
        """Tell whether the shoe can deal these cards."""
        return self.endless or all(n <= left for n, left in zip(cards, self.counts, strict=True))


def decks(number: int) -> Shoe:
    """Return a full shoe of this many decks."""
    return Shoe(tuple(number * n for n in PER_DECK))


INFINITE = Shoe(PER_DECK, endless=True)


def with_card(cards: Cards, value: int) -> Cards:
    """Return the hand with one more card of this value."""
    return (*cards[:value], cards[value] + 1, *cards[value + 1 :])


def hard(cards: Cards) -> int:
    """Return the points with every ace as 1."""
    return sum((value + 1) * n for value, n in enumerate(cards))


def points(cards: Cards) -> int:
    """Return the greatest points that are not bust, or `BUST`."""
    low = hard(cards)
    if low > 21:
        return BUST
    return low + 10 if cards[ACE] and low <= 11 else low


def pair(first: int, second: int) -> Cards:
    """Return the hand of two cards of these values."""
    return with_card(with_card(NOTHING, first), second)


BLACKJACK = pair(ACE, TEN)


def _from(cards: Cards, least: int) -> list[Cards]:
    found = [cards]
    for value in range(least, len(VALUES)):
        longer = with_card(cards, value)
        if hard(longer) <= 21:
            found += _from(longer, value)
    return found


HANDS: tuple[Cards, ...] = tuple(_from(NOTHING, ACE)[1:])
INDEX: dict[Cards, int] = {cards: index for index, cards in enumerate(HANDS)}

COUNTS: Floats = np.array(HANDS, dtype=np.float64)
"""The cards of each hand: (hands, values)."""
HARD: Indices = np.array([hard(cards) for cards in HANDS])
POINTS: Indices = np.array([points(cards) for cards in HANDS])
SIZE: Indices = np.array([sum(cards) for cards in HANDS])
NEXT: Indices = np.array(
    [[INDEX.get(with_card(cards, value), BUST) for value in range(len(VALUES))] for cards in HANDS]
)
"""The hand after one more card, or `BUST`: (hands, values)."""

STANDS = 17
NATURAL = 22
"""The dealer's blackjack, which beats every total."""
ENDS = (17, 18, 19, 20, 21, BUST, NATURAL)
"""The ends of the dealer's hand, in the order of the last axis of every distribution."""
_EVERY = np.arange(len(HANDS))


class Result(NamedTuple):
    """Net results in units of the bet, by the end of the dealer's hand: (hands, ends).

    A column is the contribution of the rounds with this end: the sum of a row of `gain` is the
    expected result, the sum of a row of `square` the expected square of the result.
    """

    gain: Floats
    square: Floats


class Upcard:
    """All hands against one upcard, where `shoe` lacks the upcard but not yet the player's cards.

    The values of hands that the shoe cannot deal are meaningless; with `holding`, those of hands
    without a card of this value, too.
    """

    def __init__(self, shoe: Shoe, upcard: int, holding: int | None = None) -> None:
        self.hands = _EVERY if holding is None else np.flatnonzero(COUNTS[:, holding])
        # An endless shoe is the same for every hand: one row is enough.
        taken = np.zeros((1, len(VALUES))) if shoe.endless else COUNTS[self.hands]
        unseen = np.array(shoe.counts) - taken
        self.ends = np.zeros((len(HANDS), len(ENDS)))
        """The probability of each end of the dealer's hand: (hands, ends)."""
        self.ends[self.hands] = distribution(unseen, upcard, shoe.endless)
        self.draw = np.zeros(COUNTS.shape)
        """The probability of each next card: (hands, values)."""
        self.draw[self.hands] = _draw(unseen, upcard, shoe.endless)
        self.bust = self.ends - sum(
            np.where(after == BUST, 0, chance)[:, None] * self.ends[after]
            for after, chance in zip(NEXT.T, self.draw.T, strict=True)
        )
        """The share of `ends` in which the next card busts the player: (hands, ends)."""

    def stand(self, blackjack_pays: float | None) -> Result:
        """Return the result of standing; without `blackjack_pays` an ace and a ten count as 21."""
        dealer = np.array(ENDS)
        payoff = np.sign(POINTS[:, None] - dealer).astype(np.float64)
        if blackjack_pays is not None:
            payoff[INDEX[BLACKJACK]] = np.where(dealer == NATURAL, 0.0, blackjack_pays)
        return Result(payoff * self.ends, payoff * payoff * self.ends)

    def card(self, then: Result, hands: Indices | slice = slice(None)) -> Result:
        """Return the result of one more card for `hands`; `then` is the result of longer hands."""
        gain, square = -self.bust[hands], self.bust[hands].copy()
        for after, chance in zip(NEXT[hands].T, self.draw[hands].T, strict=True):
            alive = np.where(after == BUST, 0, chance)[:, None]
            gain += alive * then.gain[after]
            square += alive * then.square[after]
        return Result(gain, square)

    def play(self, stand: Result) -> tuple[Result, Result]:
        """Return the results of hitting and playing on, and of the better of that and standing.

        A single card, which is half of a split pair, must be hit.
        """
        hit = Result(*(np.zeros_like(part) for part in stand))
        best = Result(*(part.copy() for part in stand))
        for low in range(HARD.max(), 0, -1):  # a card makes hard points only greater
            hands = self.hands[HARD[self.hands] == low]
            longer = self.card(best, hands)
            hit.gain[hands], hit.square[hands] = longer
            better = longer.gain.sum(axis=1) > stand.gain[hands].sum(axis=1)
            better |= SIZE[hands] == 1
            best.gain[hands[better]] = longer.gain[better]
            best.square[hands[better]] = longer.square[better]
        return hit, best

    def both(self, hand: int, best: Result) -> tuple[float, float]:
        """Return the expected result and square of two hands that each start as `hand`.

        Given the end of the dealer's hand, the two are taken as independent.
        """
        gain, square, ends = best.gain[hand], best.square[hand], self.ends[hand]
        product = divided(gain * gain, ends).sum()
        return 2 * float(gain.sum()), 2 * float(square.sum() + product)


def _draw(unseen: Floats, upcard: int, endless: bool) -> Floats:
    total = unseen.sum(axis=1, keepdims=True)
    if upcard != ACE:
        return divided(unseen, total)
    # The hole card is not a ten, so the next card is a ten more often.
    others = total - unseen[:, [TEN]]
    held = np.zeros(len(VALUES)) if endless else np.arange(len(VALUES)) != TEN
    return divided(unseen * (others - held), others * (total - (0 if endless else 1)))


def distribution(unseen: Floats, upcard: int, endless: bool) -> Floats:
    """Return the probability of each end for each row of `unseen`: (rows, ends).

    A row counts the unseen cards by value, including the hole card. With an ace up, insurance has
    shown that the dealer has no blackjack; with a ten up, the hole card is unknown. Orders of the
    same cards are added before the next card is drawn.
    """
    ends = np.zeros((len(unseen), len(ENDS)))
    total = unseen.sum(axis=1)
    layer: dict[Cards, Floats] = {NOTHING: np.ones(len(unseen))}
    drawn = 0
    while layer:
        deeper: dict[Cards, Floats] = {}
        for cards, reached in layer.items():
            for value in range(len(VALUES)):
                left = unseen[:, value] if endless else unseen[:, value] - cards[value]
                among = total if endless else total - drawn
                if drawn == 0 and upcard == ACE:
                    left = left * (value != TEN)
                    among = among - unseen[:, TEN]
                probability = reached * divided(np.maximum(left, 0), among)
                longer = with_card(cards, value)
                end = _end(with_card(longer, upcard))
                if end is not None:
                    ends[:, ENDS.index(end)] += probability
                else:
                    deeper[longer] = deeper.get(longer, 0) + probability
        layer = deeper
        drawn += 1
    return ends


def _end(cards: Cards) -> int | None:
    if cards == BLACKJACK:
        return NATURAL
    total = points(cards)
    return total if total == BUST or total >= STANDS else None


def divided(numerator: Floats, denominator: Floats) -> Floats:
    """Divide; the quotient is 0 for an empty shoe."""
    nothing = np.zeros_like(numerator)
    return np.divide(numerator, denominator, out=nothing, where=denominator > 0)
