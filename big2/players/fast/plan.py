"""The plan of `big2.players.plan`, compiled: both versions make the same plays."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from big2.cards import DECK
from big2.patterns import FullHouse, Pair, Pattern, Single, Straight
from big2.patterns.base import Chain
from big2.players import plan as readable
from big2.players.fast.cards import (
    FULL_HOUSE,
    MOST,
    PAIR,
    RANKS,
    SINGLE,
    STRAIGHT,
    SUITS,
    Integers,
    counts_by_rank,
    greatest,
    holds,
    lowest,
    lowest_of,
    size,
)
from big2.players.plan import ALARM, FEW_PLAYS, LEAD, NEAR_END, WHOLE
from cardjudge.series.compiled import compiled

KINDS: dict[type[Pattern], int] = {
    Single: SINGLE,
    Pair: PAIR,
    Straight: STRAIGHT,
    FullHouse: FULL_HOUSE,
}
BREAK, PASS = -2, -1
_ONE, _TWO, _FIVE = LEAD[1], LEAD[2], LEAD[5]
_LAST = 1000
_SIZES = (1, 2, 5, 5)


class Rules(NamedTuple):
    """The chain and the constants of `big2.players.plan` as tables."""

    rest: Integers
    """The cost of n cards of one rank as pairs and singles: (rank, n)."""
    costs: Integers
    """The cost of a play: (kind, rank)."""
    shapes: Integers
    """The plays of more than two cards, in chain order: (kind, counts by rank, rank)."""


@lru_cache
def rules_of(chain: Chain) -> Rules:
    """Return the tables of a chain of built-in patterns."""
    kinds = {KINDS[type(pattern)] for pattern in chain}
    costs = [[readable.cost(cards, rank) for rank in range(RANKS)] for cards in _SIZES]
    alone = costs[SINGLE] if SINGLE in kinds else [readable.LEFT_OVER] * RANKS
    two = [2 * cost for cost in alone] if PAIR not in kinds else costs[PAIR]
    rest = [[0, a, p, p + a, 2 * p] for a, p in zip(alone, two, strict=True)]
    return Rules(np.array(rest, np.int64), np.array(costs, np.int64), _shapes(chain))


def _shapes(chain: Chain) -> Integers:
    shapes: dict[tuple[int, int, int], None] = {}
    for play in chain.plays(tuple(card for card in DECK if card.suit < 3)):
        if len(play.cards) > 2:
            counts = sum(1 << SUITS * card.rank for card in play.cards)
            shapes[KINDS[type(play.pattern)], counts, readable.rank(play)] = None
    return np.array(list(shapes), np.int64).reshape(-1, 3)


@compiled
def _rest(counts: int, rules: Rules) -> int:
    total = 0
    for rank in range(RANKS):
        total += rules.rest[rank, counts >> SUITS * rank & 15]
    return total


@compiled
def _large(counts: int, rules: Rules) -> tuple[int, int]:
    """Return the rows of the shapes in the plan; a hand has room for two at most."""
    fitting = np.empty(len(rules.shapes), np.int64)
    n = 0
    for row in range(len(rules.shapes)):
        if holds(counts, rules.shapes[row, 1]):
            fitting[n] = row
            n += 1
    best, first, second = _rest(counts, rules), -1, -1
    for index in range(n):
        row = fitting[index]
        left = counts - rules.shapes[row, 1]
        total, partner = _rest(left, rules), -1
        for other in fitting[index:n]:
            if holds(left, rules.shapes[other, 1]):
                both = _rest(left - rules.shapes[other, 1], rules)
                both += rules.costs[rules.shapes[other, 0], rules.shapes[other, 2]]
                if both < total:
                    total, partner = both, other
        total += rules.costs[rules.shapes[row, 0], rules.shapes[row, 2]]
        if total < best:
            best, first, second = total, row, partner
    return first, second


@compiled
def _add(plan: Integers, n: int, kind: int, key: int, cards: int) -> int:
    plan[n, 0] = kind
    plan[n, 1] = key
    plan[n, 2] = cards
    return n + 1


@compiled
def part(hand: int, plan: Integers, rules: Rules) -> int:
    """Divide a hand into plays of the least total cost; return the number of plays.

    It writes a row (kind, key, cards) for each play into `plan`, in the order of
    `big2.players.plan`.
    """
    n = 0
    for row in _large(counts_by_rank(hand), rules):
        if row >= 0:
            kind, counts, rank = rules.shapes[row]
            cards = lowest_of(hand, counts)
            hand ^= cards
            n = _add(plan, n, kind, SUITS * rank if kind == FULL_HOUSE else greatest(cards), cards)
    pairs = rules.rest[0, 2] != 2 * rules.rest[0, 1]
    singles = rules.rest[0, 1] == rules.costs[SINGLE, 0]
    for rank in range(RANKS):
        digit = hand & 15 << SUITS * rank
        while digit:
            pair = lowest(digit, 2)
            if pairs and pair & pair - 1:
                n = _add(plan, n, PAIR, greatest(pair), pair)
            else:
                pair = lowest(digit, 1)
                if singles:
                    n = _add(plan, n, SINGLE, greatest(pair), pair)
            digit ^= pair
    return n


@compiled
def lead(plays: Integers, alive: int, fewest: int, rules: Rules) -> int:
    """Return the row of the play that begins a round."""
    best, best_score = PASS, 0
    groups = size(alive)
    for row in range(MOST):
        if not alive >> row & 1:
            continue
        kind, rank = plays[row, 0], plays[row, 1] // SUITS
        score = rank + (_ONE if kind == SINGLE else _TWO if kind == PAIR else _FIVE)
        if groups == 2:
            score = rules.costs[kind, rank]
        if fewest == 1 and kind == SINGLE:
            score = WHOLE * _LAST - rank
        if best == PASS or score < best_score:
            best, best_score = row, score
    return best


@compiled
def fitting(plays: Integers, alive: int, top: Integers, fewest: int) -> int:
    """Return the row of the planned play that answers the top play, or `PASS`."""
    last_card = fewest == 1 and top[0] == SINGLE
    best = PASS
    for row in range(MOST):
        fits = alive >> row & 1 and plays[row, 0] == top[0] and plays[row, 1] > top[1]
        if fits and (best == PASS or (plays[row, 1] > plays[best, 1]) == last_card):
            best = row
    return best


@compiled
def follow(plays: Integers, alive: int, top: Integers, fewest: int) -> int:
    """Return the row of the play that answers the top play, `PASS`, or `BREAK` to break a play."""
    best, groups = fitting(plays, alive, top, fewest), size(alive)
    if best == PASS:
        may_break = top[0] <= PAIR and (fewest <= ALARM or groups <= 1)
        return BREAK if may_break else PASS
    is_two = top[0] <= PAIR and plays[best, 1] // SUITS == RANKS - 1
    saved = is_two and fewest > NEAR_END and groups > FEW_PLAYS
    return PASS if saved else best


@compiled
def break_up(hand: int, kind: int, key: int, fewest: int) -> int:
    """Return a single or pair above the key from any cards of the hand; 0 if there is none."""
    if kind == SINGLE:
        above = hand >> key + 1 << key + 1
        return 1 << greatest(above) if above and fewest == 1 else lowest(above, 1)
    for rank in range(key // SUITS, RANKS):
        digit = hand & 15 << SUITS * rank
        low = lowest(digit, 1)
        above = (digit ^ low) >> key + 1 << key + 1
        if above:
            return low | lowest(above, 1)
    return 0
