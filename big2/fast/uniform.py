"""A game played out at random: every action, passing too, as probable as any other."""

from __future__ import annotations

import numpy as np

from big2.fast.cards import (
    FULL_HOUSE,
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
    State,
    below,
    counts_by_rank,
    greatest,
    has_run,
    size,
)
from cardjudge.series.compiled import compiled


@compiled
def _nth(cards: int, n: int) -> int:
    """Return the card of a set that n others are below."""
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards


@compiled
def _pairs_above(digit: int, key: int) -> int:
    """Return how many pairs the cards of one rank hold whose greater card is above the key."""
    n = 0
    below_it = 0
    while digit:
        card = digit & -digit
        digit ^= card
        if card >> key + 1:
            n += below_it
        below_it += 1
    return n


@compiled
def _nth_pair_above(digit: int, key: int, n: int) -> int:
    seen = 0
    lower = 0
    while digit:
        card = digit & -digit
        digit ^= card
        if card >> key + 1:
            if n < seen:
                return card | _nth(lower, n)
            n -= seen
        lower |= card
        seen += 1
    return 0


@compiled
def _straights(hand: int, run: int, key: int) -> int:
    """Return how many straights of the ranks of a run are above the key."""
    n = size((hand & 15 << SUITS * RUN_TOPS[run]) >> key + 1)
    for step in range(5):
        rank = (run + step) % RANKS
        if rank != RUN_TOPS[run]:
            n *= size(hand & 15 << SUITS * rank)
    return n


@compiled
def _nth_straight(hand: int, run: int, key: int, n: int) -> int:
    cards = 0
    for step in range(5):
        rank = (run + step) % RANKS
        digit = hand & 15 << SUITS * rank
        if rank == RUN_TOPS[run]:
            digit = digit >> key + 1 << key + 1
        choices = size(digit)
        cards |= _nth(digit, n % choices)
        n //= choices
    return cards


_TRIPLES = (0, 0, 0, 1, 4)
_PAIRS = (0, 0, 1, 3, 6)


@compiled
def count_plays(hand: int, kind: int, key: int, kinds: Integers) -> int:
    """Return how many legal plays a hand has, and leave in `kinds` how many of each kind."""
    kinds[:] = 0
    counts = counts_by_rank(hand)
    if kind in (NO_TOP, SINGLE):
        kinds[SINGLE] = size(hand >> key + 1)
    if kind in (NO_TOP, PAIR):
        for rank in range(RANKS):
            if counts >> SUITS * rank & 15 >= 2:
                kinds[PAIR] += _pairs_above(hand & 15 << SUITS * rank, key)
    if kind in (NO_TOP, STRAIGHT):
        for run in range(RANKS):
            if has_run(counts, RUNS[run]):
                kinds[STRAIGHT] += _straights(hand, run, key)
    if kind in (NO_TOP, FULL_HOUSE):
        pairs = 0
        for rank in range(RANKS):
            pairs += _PAIRS[counts >> SUITS * rank & 15]
        for rank in range(RANKS):
            n = counts >> SUITS * rank & 15
            if n >= 3 and SUITS * rank > key:
                kinds[FULL_HOUSE] += _TRIPLES[n] * (pairs - _PAIRS[n])
    total: int = kinds.sum()
    return total


@compiled
def nth_play(hand: int, kind: int, key: int, n: int) -> int:
    """Return the cards of a legal play of a kind by its number."""
    if kind == SINGLE:
        return _nth(hand >> key + 1 << key + 1, n)
    counts = counts_by_rank(hand)
    if kind == PAIR:
        for rank in range(RANKS):
            digit = hand & 15 << SUITS * rank
            here = _pairs_above(digit, key)
            if n < here:
                return _nth_pair_above(digit, key, n)
            n -= here
    if kind == STRAIGHT:
        for run in range(RANKS):
            if has_run(counts, RUNS[run]):
                here = _straights(hand, run, key)
                if n < here:
                    return _nth_straight(hand, run, key, n)
                n -= here
    for rank in range(RANKS):
        digit = hand & 15 << SUITS * rank
        size3 = size(digit)
        if size3 < 3 or SUITS * rank <= key:
            continue
        for low in range(RANKS):
            twos = hand & 15 << SUITS * low
            pairs = _PAIRS[size(twos)] if low != rank else 0
            if n < pairs * _TRIPLES[size3]:
                pair = _nth_pair_above(twos, -1, n % pairs)
                without = _nth(digit, n // pairs) if size3 == 4 else 0
                return digit ^ without | pair
            n -= pairs * _TRIPLES[size3]
    return 0


@compiled
def play_out_at_random(
    state: State, hands: Integers, turn: int, kind: int, key: int, passes: int
) -> int:
    """Return the winner of a game in which all choose among their legal actions at random.

    `hands` is used up.
    """
    kinds = np.zeros(4, np.int64)
    while True:
        hand = hands[turn]
        if hand == 0:
            return turn
        plays = count_plays(hand, kind, key, kinds)
        chosen = below(state, plays + (kind != NO_TOP))
        if chosen < plays:
            chosen_kind = SINGLE
            while chosen >= kinds[chosen_kind]:
                chosen -= kinds[chosen_kind]
                chosen_kind += 1
            cards = nth_play(hand, chosen_kind, key, chosen)
            kind, key, passes = chosen_kind, greatest(cards), 0
            if kind == FULL_HOUSE:
                for rank in range(RANKS):
                    if size(cards & 15 << SUITS * rank) == 3:
                        key = SUITS * rank
            hands[turn] ^= cards
            if hands[turn] == 0:
                return turn
        else:
            passes += 1
            if passes == PLAYERS - 1:
                kind, key, passes = NO_TOP, -1, 0
        turn = (turn + 1) % PLAYERS
