"""The value of a hand, and the winner of two hands."""

from __future__ import annotations

from collections.abc import Sequence

ACE = 1
BUSTED = -1
BLACKJACK = 22
"""The strength of a blackjack: greater than any 21."""

POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""The points of each rank; an ace may count 10 more."""


def total(hand: Sequence[int]) -> int:
    """Return the greatest total that is not over 21, or `BUSTED`.

    >>> total([1, 5]), total([1, 10, 8]), total([11, 13, 2])
    (16, 19, -1)
    """
    points = 0
    for card in hand:
        points += POINTS[card]
    if points <= 11 and ACE in hand:
        return points + 10
    return points if points <= 21 else BUSTED


def totals(hand: Sequence[int]) -> list[int]:
    """Return every total that is not over 21 in ascending order, or ``[BUSTED]``.

    >>> totals([1, 5]), totals([1, 10, 8]), totals([11, 13, 2])
    ([6, 16], [19], [-1])
    """
    greatest = total(hand)
    hard = sum(POINTS[card] for card in hand)
    return [greatest] if greatest in (hard, BUSTED) else [hard, greatest]


def is_blackjack(hand: Sequence[int]) -> bool:
    """Tell whether the hand is an ace and a ten-value card."""
    return len(hand) == 2 and total(hand) == 21


def strength(hand: Sequence[int]) -> int:
    """Return the strength of a hand, by which hands are compared: the total, or `BLACKJACK`."""
    points = total(hand)
    return BLACKJACK if points == 21 and len(hand) == 2 else points


def compare(player: int, dealer: int) -> int:
    """Compare two strengths: 1 if the player wins, 0 for a push, -1 if the dealer wins.

    A busted player loses to a busted dealer too.
    """
    if player == BUSTED:
        return -1
    return (player > dealer) - (player < dealer)


def paid(player: int, dealer: int, bet: int) -> int:
    """Return the payout of a bet, the bet included, by the strengths of the two hands."""
    if player == BUSTED or player < dealer:
        return 0
    if player == dealer:
        return bet
    return 5 * bet // 2 if player == BLACKJACK else 2 * bet
