"""How good a player can be who does not count."""

from __future__ import annotations

import numpy as np

from blackjack_judge.odds.hands import Floats
from blackjack_judge.odds.outcomes import Distribution, outcomes


def bound(money: int, goal: int) -> float:
    """Return a bound on the probability to pass the goal for everybody who does not count.

    Every bet loses on average, so the money is a supermartingale, and its expectation when the
    game ends is no more than at the start (optional stopping); a winner has the goal at least.

    >>> round(bound(1_000_000, 1_300_000), 5)
    0.76923
    """
    return money / (goal + 1)


def without_counting(units: int = 520, rounds: int = 100) -> tuple[Floats, Floats]:
    """Return by value iteration with which probability each money passes the goal, and its bet.

    Index i is i/`units` of the goal. A round is played by the basic strategy, with doubling and
    splitting if the money is enough for it and the player wants it, else without. The number of
    rounds is bounded, which matters little: the best player bets high. Between the units the
    probability is taken as linear.
    """
    money = np.arange(units + 1.0)
    value = np.where(money >= units, 1.0, 0.0)
    bets = np.zeros(units + 1)
    for _ in range(rounds):
        better = value.copy()
        for bet in range(1, units):
            for free in (False, True):
                least = 2 * bet if free else bet
                playing = money[least:units]
                if len(playing) == 0:
                    continue
                then = _mean(value, playing, bet, outcomes(free))
                improved = then > better[least:units] + 1e-12
                better[least:units][improved] = then[improved]
                bets[least:units][improved] = bet
        value = better
    return value, bets


def _mean(value: Floats, money: Floats, bet: float, results: Distribution) -> Floats:
    units = np.arange(len(value))
    total = np.zeros_like(money)
    for result, chance in results.items():
        total += chance * np.interp(money + bet * result, units, value)
    return total
