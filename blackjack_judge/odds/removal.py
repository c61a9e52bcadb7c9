"""What one card more or less is worth: effects of removal, and the best linear count."""

from __future__ import annotations

from collections.abc import Iterable

from blackjack_judge.odds.shoe import INFINITE, Shoe
from blackjack_judge.odds.values import UPCARDS, solve
from blackjack_judge.table import Rules

_LITERAL = Rules()
_STEP = 1e-6


def linear_count(rules: Rules = _LITERAL) -> tuple[float, ...]:
    """Return the weights g by which unseen cards favour the player, by value.

    With the proportions q of the unseen cards, the expectation of a round is that of the infinite
    shoe plus the sum of q g, but for terms of second order: g is the gradient along the simplex of
    proportions, and the sum of g over a full deck is 0. No other linear count estimates it better,
    since the deviations of q are multinomial. (P. Griffin, The Theory of Blackjack, on best linear
    estimates.)
    """
    total = sum(INFINITE.counts)
    here = solve(INFINITE, rules).expectation

    def along(value: int) -> float:
        there = tuple(
            (1 - _STEP) * n / total + (_STEP if at == value else 0)
            for at, n in enumerate(INFINITE.counts)
        )
        return (solve(Shoe(there, endless=True), rules).expectation - here) / _STEP

    return tuple(along(value) for value in UPCARDS)


def effects_of_removal(
    shoe: Shoe, rules: Rules = _LITERAL, values: Iterable[int] = UPCARDS
) -> dict[int, float]:
    """Return how the expectation of a round changes when a card of a value leaves the shoe."""
    here = solve(shoe, rules).expectation
    return {
        value: solve(shoe.without(value), rules).expectation - here
        for value in values
        if shoe.counts[value] > 0
    }
