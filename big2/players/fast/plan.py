"""The plan: a hand parted into plays."""

from __future__ import annotations

from big2.players.fast.cards import (
    FULL_HOUSE,
    PAIR,
    RANKS,
    RUN_TOPS,
    RUNS,
    SINGLE,
    STRAIGHT,
    Integers,
    Rules,
    counts_by_rank,
    greatest,
    has_run,
    lowest,
    size,
)
from cardjudge.series.compiled import compiled


@compiled
def _rest_cost(counts: int, rules: Rules) -> float:
    """The cost of what is left after the straights: full houses, pairs and singles."""
    total = 0.0
    triples = 0
    pairs = 0
    for rank in range(RANKS):
        n = counts >> 4 * rank & 15
        if n == 1:
            total += rules[SINGLE, rank]
        elif n == 2:
            total += rules[PAIR, rank]
            pairs += 1
        elif n == 3:
            total += rules[PAIR, rank] + rules[SINGLE, rank]
            triples += 1
        elif n == 4:
            total += 2 * rules[PAIR, rank]
            pairs += 2
    if triples == 0:
        return total
    # Each triple in ascending order takes the lowest pair left, or the pair of the triple below.
    low = 0
    used = 0
    waiting = -1
    for rank in range(RANKS):
        if counts >> 4 * rank & 15 != 3:
            continue
        while low < RANKS and (
            counts >> 4 * low & 15 not in (2, 4) or used >= (counts >> 4 * low & 15) // 2
        ):
            low += 1
            used = 0
        if low < RANKS:
            used += 1
            total += rules[FULL_HOUSE, rank]
            total -= rules[PAIR, rank] + rules[SINGLE, rank] + rules[PAIR, low]
        elif waiting >= 0:
            total += rules[FULL_HOUSE, rank]
            total -= rules[PAIR, rank] + rules[SINGLE, rank] + rules[PAIR, waiting]
            waiting = -1
        else:
            waiting = rank
    return total


@compiled
def _add(plan: Integers, n: int, kind: int, key: int, cards: int) -> int:
    plan[n, 0] = kind
    plan[n, 1] = key
    plan[n, 2] = cards
    return n + 1


@compiled
def part(hand: int, plan: Integers, rules: Rules) -> int:
    """Part a hand into plays of the least total cost; return how many.

    `plan` takes a row of kind, key and cards for each. The search is over no, one or two straights;
    triples then take the lowest pairs.
    """
    counts = counts_by_rank(hand)
    best = _rest_cost(counts, rules)
    best1 = -1
    best2 = -1
    for run1 in range(RANKS):
        if not has_run(counts, RUNS[run1]):
            continue
        counts1 = counts - RUNS[run1]
        cost1 = rules[STRAIGHT, RUN_TOPS[run1]]
        total = cost1 + _rest_cost(counts1, rules)
        if total < best:
            best, best1, best2 = total, run1, -1
        for run2 in range(run1, RANKS):
            if has_run(counts1, RUNS[run2]):
                total = cost1 + rules[STRAIGHT, RUN_TOPS[run2]]
                total += _rest_cost(counts1 - RUNS[run2], rules)
                if total < best:
                    best, best1, best2 = total, run1, run2
    n = 0
    for run in (best1, best2):
        if run >= 0:
            cards = 0
            for step in range(5):
                digit = hand & 15 << 4 * ((run + step) % RANKS)
                cards |= digit & -digit
            hand ^= cards
            n = _add(plan, n, STRAIGHT, greatest(cards), cards)
    counts = counts_by_rank(hand)
    waiting = -1
    for rank in range(RANKS):
        if counts >> 4 * rank & 15 != 3:
            continue
        triple = hand & 15 << 4 * rank
        pair = 0
        for low in range(RANKS):
            digit = hand & 15 << 4 * low
            left = size(digit)
            if (left == 2 and counts >> 4 * low & 15 != 3) or left == 4:
                pair = lowest(digit, 2)
                break
        if pair == 0 and waiting >= 0:
            pair = lowest(hand & 15 << 4 * waiting, 2)
            waiting = -1
        elif pair == 0:
            waiting = rank
            continue
        hand ^= triple | pair
        n = _add(plan, n, FULL_HOUSE, 4 * rank, triple | pair)
    for rank in range(RANKS):
        digit = hand & 15 << 4 * rank
        left = size(digit)
        if left == 1 or left == 3:
            card = digit & -digit
            digit ^= card
            n = _add(plan, n, SINGLE, greatest(card), card)
        while digit:
            pair = lowest(digit, 2)
            digit ^= pair
            n = _add(plan, n, PAIR, greatest(pair), pair)
    return n
