"""How good a blackjack player can be: the figures of docs/research/blackjack.md.

Run with ``python -m docs.research.blackjack_limits``.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from blackjack_judge.shoe import DECK, DECKS
from blackjack_judge.table import GOAL, MONEY
from docs.research.blackjack_count import UNIT, WEIGHTS
from docs.research.blackjack_kernel import best_play
from docs.research.blackjack_outcomes import Distribution, outcomes
from docs.research.blackjack_plan import LATER, OPENINGS, find_best_play
from docs.research.blackjack_values import INFINITE

Floats = npt.NDArray[np.float64]

CARDS = DECK * DECKS
CARDS_A_ROUND = 5.4
LAST_BET = 16.0
"""The cards for which no round is begun any more: they may not be enough."""
SHOES = 4000
"""Compositions that are drawn for each number of cards left."""
LEFT = (50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 4000, 6000, 8000)
UNITS = 130
STEP = 0.001
EDGES = np.arange(-0.06, 0.07, STEP)
"""The edge by the count, in steps."""


def bound(money: int, goal: int) -> float:
    """Return a bound on the probability to pass the goal for everybody who does not count.

    Every bet loses on average, so the money is a supermartingale, and its expectation when the
    game ends is no more than at the start (optional stopping); a winner has the goal at least.

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
                then = _expected(value, playing, bet, outcomes(free))
                improved = then > better[least:units] + 1e-12
                better[least:units][improved] = then[improved]
                bets[least:units][improved] = bet
        value = better
    return value, bets


def _expected(value: Floats, money: Floats, bet: float, results: Distribution) -> Floats:
    units = np.arange(len(value))
    total = np.zeros_like(money)
    for result, chance in results.items():
        total += chance * np.interp(money + bet * result, units, value)
    return total


def advantage() -> list[tuple[int, float, float, float]]:
    """Return for numbers of cards left: how often the player has the edge, its mean and deviation.

    The edge is the expectation of a bet of 1 with the best play for the unseen cards.
    """
    rng = np.random.default_rng(1)
    full = np.array([4 * DECKS] * 9 + [16 * DECKS])
    opening, later = np.zeros(OPENINGS, np.int64), np.zeros(LATER, np.int64)
    rows = []
    for left in LEFT:
        unseen = rng.multivariate_hypergeometric(full, left, SHOES)
        edges = np.array([best_play(np.append(0, cards), opening, later) for cards in unseen])
        rows.append((left, float((edges > 0).mean()), float(edges.mean()), float(edges.std())))
    return rows


@numba.njit
def _value(value: Any, money: float) -> float:
    if money >= len(value) - 1:
        return 1.0
    if money <= 0:
        return 0.0
    unit = int(money)
    part = money - unit
    result: float = value[unit] * (1 - part) + value[unit + 1] * part
    return result


@numba.njit
def _mean(then: Any, money: float, bet: float, shift: float, free: Any, short: Any) -> float:
    """Return the value of a bet; `shift` is what the edge adds to the basic expectation."""
    need = len(then) - 1 - money
    may_double = 2 * bet <= money and bet < need
    results = free if may_double else short
    mean = 0.0
    for i in range(len(results)):
        chance = results[i, 1]
        if results[i, 0] == -1.0:
            chance -= shift / 2
        if results[i, 0] == 1.0:
            chance += shift / 2
        mean += chance * _value(then, money + bet * results[i, 0])
    return mean


@numba.njit
def _best(value: Any, shifts: Any, free: Any, short: Any, shares: Any) -> None:
    """Go a round back with the best bets; rows of `value` are edges."""
    units = value.shape[1] - 1
    for row in range(value.shape[0]):
        then = value[row].copy()
        for money in range(1, units):
            for share in shares:
                bet = share * min(money, units - money)
                mean = _mean(then, money, bet, shifts[row], free, short)
                value[row, money] = max(value[row, money], mean)


def with_counting(cards: int, deviation: float, gain: float) -> float:
    """Estimate what a perfect bettor reaches who starts to look at the count with `cards` left.

    A model: the edge by the count is a Brownian motion of standard deviation `deviation` divided by
    the root of the cards left, playing by the unseen cards adds `gain` divided by the cards left,
    and an edge moves probability from losing to winning. Value iteration goes back from the end of
    the shoe, with a choice of bets in every state.
    """
    free, short = (np.array(list(outcomes(way).items())) for way in (True, False))
    basic = float((free[:, 0] * free[:, 1]).sum())
    shares = np.array([0.01, 0.02, 0.03, 0.045, 0.06, 0.08, 0.11, 0.15, 0.2, 0.27, 0.36, 0.5])
    shares = np.append(shares, (2 / 3, 0.8, 1.0))
    value = np.zeros((len(EDGES), UNITS + 1))
    value[:, UNITS] = 1.0
    left = LAST_BET
    while left < cards:
        before = left
        left += CARDS_A_ROUND
        shifts = EDGES - basic + gain / left
        _best(value, shifts, free, short, shares)
        variance = deviation**2 * (1 / before - 1 / left)
        jump = math.ceil(math.sqrt(variance / 0.9) / STEP)
        part = variance / (2 * (jump * STEP) ** 2)
        rows = np.arange(len(EDGES))
        up, down = np.minimum(rows + jump, len(EDGES) - 1), np.maximum(rows - jump, 0)
        value = (1 - 2 * part) * value + part * (value[up] + value[down])
    spread = deviation * math.sqrt(1 / left - 1 / CARDS)
    weights = np.exp(-(((EDGES - basic) / spread) ** 2) / 2)
    return float((weights * value[:, UNITS * 10 // 13]).sum() / weights.sum())


def linear_count(step: float = 1e-6) -> list[float]:
    """Return the weights by which unseen cards favour the player, by points from 1 to 10.

    With the proportions q of the unseen cards, the expectation of a round is that of the infinite
    shoe plus the sum of q times the weight, but for terms of second order: the weights are the
    gradient along the simplex of proportions. No other linear count estimates it better, since the
    deviations of q are multinomial. (P. Griffin, The Theory of Blackjack.)
    """

    def expectation(chances: list[float]) -> float:
        # The plan reads counts: their sum is the denominator of all chances.
        return find_best_play([0, *chances], [0] * OPENINGS, [0] * LATER)  # type: ignore[list-item]

    here = expectation([*INFINITE[1:]])
    weights = []
    for card in range(10):
        there = [(1 - step) * chance for chance in INFINITE[1:]]
        there[card] += step
        weights.append((expectation(there) - here) / step)
    return weights


def main() -> int:
    """Print the figures."""
    print(f"bound without counting: {bound(MONEY, GOAL):.5f}")
    value, bets = without_counting(260, 200)
    print(f"best without counting: {value[200]:.4f}, first bet {bets[200] * 5000:.0f}")
    rows = advantage()
    for left, share, mean, deviation in rows:
        print(
            f"{left:5d} cards left: edge in {100 * share:4.1f} % of shoes, "
            f"mean {100 * mean:+.2f} %, standard deviation {100 * deviation:.2f} %"
        )
    print("linear count:", " ".join(f"{weight:+.4f}" for weight in linear_count()))
    weights = np.array(WEIGHTS[1:]) / UNIT
    chances = np.array([1 / 13] * 9 + [4 / 13])
    linear = math.sqrt(float((chances * weights**2).sum()))
    print(f"standard deviation of the linear count: {linear:.3f} / sqrt(cards left)")
    at = {row[0]: row for row in rows}
    gain = 500 * (at[500][2] - at[8000][2])
    deviation = at[500][3] * math.sqrt(500)
    for cards in (500, 2000, 8000):
        perfect = with_counting(cards, deviation, gain)
        print(f"counting from {cards} cards on: {perfect:.4f} at best")
    return 0


if __name__ == "__main__":
    sys.exit(main())
