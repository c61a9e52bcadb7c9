"""The plan: a hand parted into plays, as `big2.players.plan` does it, play for play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from big2.cards import DECK
from big2.patterns import FullHouse, Pair, Pattern, Single, Straight
from big2.patterns.base import Chain
from big2.players import plan as readable
from big2.players.fast.cards import (
    FULL_HOUSE,
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
)
from cardjudge.series.compiled import compiled

KINDS: dict[type[Pattern], int] = {
    Single: SINGLE,
    Pair: PAIR,
    Straight: STRAIGHT,
    FullHouse: FULL_HOUSE,
}
_SIZES = {SINGLE: 1, PAIR: 2, STRAIGHT: 5, FULL_HOUSE: 5}


class Rules(NamedTuple):
    """What the chain and `big2.players.plan` say, as tables."""

    rest: Integers
    """Row of a rank, column n: what n cards of the rank cost as pairs and singles."""
    costs: Integers
    """Row of a kind, column of a rank: what such a play costs."""
    shapes: Integers
    """The plays of more than two cards, in the order of the chain: kind, counts by rank, rank."""


@lru_cache
def rules_of(chain: Chain) -> Rules:
    """Return the tables of a chain of patterns of this kit."""
    kinds = {KINDS[type(pattern)] for pattern in chain}
    costs = [[readable.cost(_SIZES[k], rank) for rank in range(RANKS)] for k in range(len(KINDS))]
    alone = costs[SINGLE] if SINGLE in kinds else [readable.LEFT_OVER] * RANKS
    two = [2 * cost for cost in alone] if PAIR not in kinds else costs[PAIR]
    rest = [[0, a, p, p + a, 2 * p] for a, p in zip(alone, two, strict=True)]
    return Rules(_table(rest), _table(costs), _shapes(chain))


def _table(rows: Sequence[Sequence[int]]) -> Integers:
    return np.array(rows, np.int64)


def _shapes(chain: Chain) -> Integers:
    found: dict[tuple[int, int, int], None] = {}
    for play in chain.plays(tuple(card for card in DECK if card.suit < 3)):
        if len(play.cards) > 2:
            counts = sum(1 << SUITS * card.rank for card in play.cards)
            found[KINDS[type(play.pattern)], counts, readable.rank(play)] = None
    return np.array(list(found), np.int64).reshape(-1, 3)


@compiled
def _rest(counts: int, rules: Rules) -> int:
    total = 0
    for rank in range(RANKS):
        total += rules.rest[rank, counts >> SUITS * rank & 15]
    return total


@compiled
def _large(counts: int, rules: Rules) -> tuple[int, int]:
    """Return the rows of the shapes that the plan takes; a hand has room for no more than two."""
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
    """Part a hand into plays of the least total cost; return how many.

    `plan` takes a row of kind, key and cards for each, in the order of the readable plan.
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
