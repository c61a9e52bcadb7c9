"""What the dealer ends with, exactly, whatever the player holds."""

from __future__ import annotations

import numpy as np

from blackjack_judge.odds.hands import BLACKJACK, BUST, NOTHING, Cards, Floats, points, with_card
from blackjack_judge.odds.shoe import ACE, TEN, VALUES

STANDS = 17
ENDS = (17, 18, 19, 20, 21, BUST, "blackjack")
"""The ends of the dealer's hand, in the order of the last axis of every distribution."""


def divided(numerator: Floats, denominator: Floats) -> Floats:
    """Divide, with 0 where there is nothing to draw from: no card comes from an empty shoe."""
    nothing = np.zeros_like(numerator)
    return np.divide(numerator, denominator, out=nothing, where=denominator > 0)


def distribution(unseen: Floats, upcard: int, endless: bool) -> Floats:
    """Return the probability of each end for each row of `unseen`: (rows, ends).

    A row counts the cards by value that nobody has seen, the hole card among them. With an ace up
    the dealer is known to have no blackjack: insurance has told. With a ten up nobody has looked.
    All orders in which the dealer may draw the same cards are added up before they are drawn on.
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
                    left = left if value != TEN else np.zeros_like(left)
                    among = among - unseen[:, TEN]
                probability = reached * divided(np.maximum(left, 0), among)
                longer = with_card(cards, value)
                end = _end(with_card(longer, upcard))
                if end is not None:
                    ends[:, ENDS.index(end)] += probability
                elif longer in deeper:
                    deeper[longer] += probability
                else:
                    deeper[longer] = probability
        layer = deeper
        drawn += 1
    return ends


def _end(cards: Cards) -> int | str | None:
    if cards == BLACKJACK:
        return "blackjack"
    total = points(cards)
    return total if total == BUST or total >= STANDS else None
