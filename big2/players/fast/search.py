"""Worlds: the unseen cards dealt among the others; and what an action wins in them."""

from __future__ import annotations

import numpy as np

from big2.players.fast.cards import (
    FULL_HOUSE,
    MOST,
    NO_TOP,
    PAIR,
    PLAYERS,
    RANKS,
    RUN_TOPS,
    RUNS,
    SINGLE,
    STRAIGHT,
    SUITS,
    Integers,
    Rules,
    State,
    below,
    counts_by_rank,
    has_run,
)
from big2.players.fast.plan import part
from big2.players.fast.playout import play_out
from cardjudge.series.compiled import compiled

_WHOLE = 1024
"""Weights are integers, so that the same worlds come on every machine."""
_TRIES = 8


@compiled
def _deal(
    state: State,
    unseen: int,
    counts: Integers,
    passed: Integers,
    doubt: int,
    hands: Integers,
) -> None:
    """Deal the unseen cards to the seats 1 to 3, each card in descending order.

    A seat gets a card with a weight of the number of cards it still needs, times `doubt` / 1024 if
    with that card it could have beaten a single or a pair on which it has passed. With a doubt of
    1024 all deals are equally probable.
    """
    left = counts.copy()
    weights = np.zeros(PLAYERS, np.int64)
    held = np.full((PLAYERS, RANKS), -1)  # the greatest card of each rank
    hands[1:] = 0
    for card in range(RANKS * SUITS - 1, -1, -1):
        if not unseen >> card & 1:
            continue
        rank = card // SUITS
        total = 0
        for seat in range(1, PLAYERS):
            weights[seat] = left[seat] * _WHOLE * _WHOLE
            if card > passed[seat, SINGLE]:
                weights[seat] = weights[seat] * doubt // _WHOLE
            if held[seat, rank] > passed[seat, PAIR]:
                weights[seat] = weights[seat] * doubt // _WHOLE
            if left[seat] > 0 and weights[seat] == 0:
                weights[seat] = 1
            total += weights[seat]
        chosen = below(state, total)
        seat = 1
        while chosen >= weights[seat]:
            chosen -= weights[seat]
            seat += 1
        hands[seat] |= 1 << card
        left[seat] -= 1
        if held[seat, rank] < 0:
            held[seat, rank] = card


@compiled
def _could_have(hand: int, passed: Integers) -> bool:
    """Whether a hand holds a straight or a full house above one on which its player passed."""
    counts = counts_by_rank(hand)
    if passed[STRAIGHT] < RANKS * SUITS:
        for run in range(RANKS):
            if has_run(counts, RUNS[run]) and hand >> SUITS * RUN_TOPS[run]:
                digit = hand & 15 << SUITS * RUN_TOPS[run]
                if digit >> passed[STRAIGHT] + 1:
                    return True
    if passed[FULL_HOUSE] < RANKS * SUITS:
        for rank in range(passed[FULL_HOUSE] // SUITS + 1, RANKS):
            if counts >> SUITS * rank & 15 >= 3:
                for other in range(RANKS):
                    if other != rank and counts >> SUITS * other & 15 >= 2:
                        return True
    return False


@compiled
def sample(
    state: State,
    unseen: int,
    counts: Integers,
    passed: Integers,
    doubt: int,
    hands: Integers,
) -> None:
    """Deal the unseen cards as `_deal` does, again if they do not fit a pass on five cards.

    `passed` has for each seat and kind the least key on which it has passed, and 52 for none. A
    deal that does not fit is kept with probability `doubt` / 1024, and after a few tries anyway.
    """
    for _ in range(_TRIES):
        _deal(state, unseen, counts, passed, doubt, hands)
        fits = True
        for seat in range(1, PLAYERS):
            if _could_have(hands[seat], passed[seat]) and below(state, _WHOLE) >= doubt:
                fits = False
        if fits:
            return


@compiled
def evaluate(
    seed: int,
    worlds: int,
    hand: int,
    unseen: int,
    counts: Integers,
    passed: Integers,
    doubt: int,
    top: Integers,
    actions: Integers,
    rules: Rules,
    wins: Integers,
) -> None:
    """Add to `wins` how often seat 0 wins with each action, all tried in the same worlds.

    `top` is the kind, the key and the passes; `actions` has a row of kind, key and cards for each,
    a pass as kind -1.
    """
    state = np.array([np.uint64(seed)])
    dealt = np.zeros(PLAYERS, np.int64)
    hands = np.zeros(PLAYERS, np.int64)
    plans = np.zeros((PLAYERS, MOST, 3), np.int64)
    scratch = np.zeros((PLAYERS, MOST, 3), np.int64)
    groups = np.zeros(PLAYERS, np.int64)
    own = np.zeros((len(actions), MOST, 3), np.int64)
    own_groups = np.zeros(len(actions), np.int64)
    for action in range(len(actions)):
        own_groups[action] = part(hand ^ actions[action, 2], own[action], rules)
    for _ in range(worlds):
        sample(state, unseen, counts, passed, doubt, dealt)
        for seat in range(1, PLAYERS):
            groups[seat] = part(dealt[seat], plans[seat], rules)
        for action in range(len(actions)):
            hands[:] = dealt
            hands[0] = hand ^ actions[action, 2]
            kind, key, passes = actions[action, 0], actions[action, 1], 0
            if kind == NO_TOP:
                kind, key, passes = top[0], top[1], top[2] + 1
                if passes == PLAYERS - 1:
                    kind, key, passes = NO_TOP, -1, 0
            plans[0] = own[action]
            groups[0] = own_groups[action]
            winner = play_out(hands, plans, groups, 1, kind, key, passes, rules, scratch)
            if winner == 0:
                wins[action] += 1
