"""A game played out from some moment to its winner, by plans."""

from __future__ import annotations

import numpy as np

from big2.players import plan
from big2.players.fast.cards import (
    FULL_HOUSE,
    MOST,
    NO_TOP,
    PAIR,
    PLAYERS,
    RANKS,
    SINGLE,
    STRAIGHT,
    SUITS,
    Integers,
    Rules,
    greatest,
    lowest,
    size,
)
from big2.players.fast.plan import part
from cardjudge.series.compiled import compiled

BREAK, PASS = -2, -1
LEAD, LIMITS = 4, 5
"""The rows of the rules below the costs of the four kinds."""
NEAR_END, FEW_PLAYS, ALARM = 0, 1, 2


def rules() -> Rules:
    """Return the numbers of `big2.players.plan` as a table.

    Rows 0 to 3 are what a play of each kind and rank costs, row 4 is what is added for each kind to
    begin a round, row 5 has the limits `NEAR_END`, `FEW_PLAYS` and `ALARM`.
    """
    table = np.zeros((6, RANKS))
    sizes = {SINGLE: 1, PAIR: 2, STRAIGHT: 5, FULL_HOUSE: 5}
    for kind, cards in sizes.items():
        table[kind] = [plan.cost(cards, rank) for rank in range(RANKS)]
        table[LEAD, kind] = plan.LEAD[cards]
    table[LIMITS, :3] = plan.NEAR_END, plan.FEW_PLAYS, plan.ALARM
    return table


@compiled
def _lead(plays: Integers, alive: int, fewest: int, rules: Rules) -> int:
    """Return the row of the play to begin a round with."""
    best = -1
    best_score = np.inf
    groups = size(alive)
    for row in range(MOST):
        if not alive >> row & 1:
            continue
        kind = plays[row, 0]
        rank = plays[row, 1] // SUITS
        score = rules[kind, rank] if groups == 2 else rules[LEAD, kind] + rank
        if fewest == 1 and kind == SINGLE:
            score = 1000.0 - rank
        if score < best_score:
            best, best_score = row, score
    return best


@compiled
def _follow(plays: Integers, alive: int, kind: int, key: int, fewest: int, rules: Rules) -> int:
    """Return the row of the play to lay on the top play, `PASS`, or `BREAK` to break a play up."""
    last_card = fewest == 1 and kind == SINGLE
    best = PASS
    for row in range(MOST):
        fits = alive >> row & 1 and plays[row, 0] == kind and plays[row, 1] > key
        if fits and (best == PASS or (plays[row, 1] > plays[best, 1]) == last_card):
            best = row
    groups = size(alive)
    if best == PASS:
        may_break = kind <= PAIR and (fewest <= rules[LIMITS, ALARM] or groups <= 1)
        return BREAK if may_break else PASS
    is_two = kind <= PAIR and plays[best, 1] // SUITS == RANKS - 1
    if is_two and fewest > rules[LIMITS, NEAR_END] and groups > rules[LIMITS, FEW_PLAYS]:
        return PASS
    return best


@compiled
def _break(hand: int, kind: int, key: int, fewest: int) -> int:
    """Return a single or pair above the key wherever it must be taken from; 0 if there is none."""
    if kind == SINGLE:
        above = hand >> key + 1 << key + 1
        if above == 0:
            return 0
        return 1 << greatest(above) if fewest == 1 else above & -above
    for rank in range(key // SUITS, RANKS):
        digit = hand & 15 << 4 * rank
        if size(digit) >= 2:
            top = 1 << greatest(digit)
            if greatest(top) > key:
                return top | lowest(digit, 1)
    return 0


@compiled
def play_out(
    hands: Integers,
    plans: Integers,
    groups: Integers,
    turn: int,
    kind: int,
    key: int,
    passes: int,
    rules: Rules,
    scratch: Integers,
) -> int:
    """Return the winner of a game in which all play by their plans.

    `hands` is used up. Plans are only read; who must break a play up parts the rest of the hand
    anew, in `scratch`.
    """
    alive = np.empty(PLAYERS, np.int64)
    left = np.empty(PLAYERS, np.int64)
    for player in range(PLAYERS):
        alive[player] = (1 << groups[player]) - 1
        left[player] = size(hands[player])
        if left[player] == 0:
            return player
    renewed = np.zeros(PLAYERS, np.int64)
    while True:
        fewest = MOST
        for other in range(PLAYERS):
            if other != turn and left[other] < fewest:
                fewest = left[other]
        plays = scratch[turn] if renewed[turn] else plans[turn]
        if kind == NO_TOP:
            row = _lead(plays, alive[turn], fewest, rules)
        else:
            row = _follow(plays, alive[turn], kind, key, fewest, rules)
        cards = 0
        if row >= 0:
            kind, key, cards = plays[row, 0], plays[row, 1], plays[row, 2]
            alive[turn] ^= 1 << row
            hands[turn] ^= cards
        elif row == BREAK:
            cards = _break(hands[turn], kind, key, fewest)
            if cards:
                key = greatest(cards)
                hands[turn] ^= cards
                renewed[turn] = 1
                alive[turn] = (1 << part(hands[turn], scratch[turn], rules)) - 1
        if cards:
            passes = 0
            left[turn] -= size(cards)
            if left[turn] == 0:
                return turn
        else:
            passes += 1
            if passes == PLAYERS - 1:
                kind, key, passes = NO_TOP, -1, 0
        turn = (turn + 1) % PLAYERS
