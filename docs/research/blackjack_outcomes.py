"""How a round ends, exactly: the distribution of its net result against the infinite shoe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from docs.research.blackjack_plan import (
    DOUBLE,
    HIT,
    LATER,
    OPENINGS,
    SPLIT,
    find_best_play,
    later_at,
    opening_at,
)

CHANCE = (0.0, *[1 / 13] * 9, 4 / 13)
"""Of a card of so many points."""
_BLACKJACK, _BUST = 22, -1

_Hand = tuple[int, int]
"""The hard points, and 1 if there is an ace."""
Distribution = Mapping[float, float]
"""The probability of each net result, in bets."""


@cache
def outcomes(free: bool = True) -> Distribution:
    """Return the distribution of a round's result with the basic strategy and the literal rules.

    Without `free`, as when the money is too short, there is no doubling and no splitting.
    """
    opening, _ = _plan()
    found: defaultdict[float, float] = defaultdict(float)
    for upcard in range(1, 11):
        ends = _dealer(upcard)
        for first in range(1, 11):
            for second in range(1, 11):
                deal = CHANCE[first] * CHANCE[second] * CHANCE[upcard]
                if upcard == 1:  # a blackjack ends the round, and nothing else is known of it
                    found[-1.0] += deal * CHANCE[10]
                    deal *= 1 - CHANCE[10]
                decision = opening[opening_at(int(free), first, second, upcard)]
                for end, chance in ends.items():
                    for result, share in _results(decision, first, second, upcard, end):
                        found[result] += deal * chance * share
    return dict(sorted(found.items()))


@cache
def _plan() -> tuple[list[int], list[int]]:
    opening, later = [0] * OPENINGS, [0] * LATER
    find_best_play([0, *[4] * 9, 16], opening, later)
    return opening, later


def _results(
    decision: int, first: int, second: int, upcard: int, end: int
) -> list[tuple[float, float]]:
    """Return pairs of a result and its probability, when the dealer ends with `end`."""
    if decision == SPLIT:
        halves = [(_against(total, end), p) for total, p in _half(first, upcard).items()]
        return [(a + b, p * q) for a, p in halves for b, q in halves]
    if {first, second} == {1, 10}:
        return [(_against(_BLACKJACK, end), 1.0)]
    hand = first + second, int(1 in (first, second))
    if decision == DOUBLE:
        longer = [(_with(hand, card), CHANCE[card]) for card in range(1, 11)]
        return [(2 * _against(_points(hand), end), chance) for hand, chance in longer]
    return [(_against(total, end), chance) for total, chance in _played(hand, upcard).items()]


def _half(card: int, upcard: int) -> Mapping[int, float]:
    """Return how a hand of a split ends; an ace and a ten are a blackjack."""
    ends: defaultdict[int, float] = defaultdict(float)
    for second in range(1, 11):
        hand = card + second, int(1 in (card, second))
        natural = {card, second} == {1, 10}
        then = {_BLACKJACK: 1.0} if natural else _played(hand, upcard)
        for total, chance in then.items():
            ends[total] += CHANCE[second] * chance
    return ends


@cache
def _played(hand: _Hand, upcard: int) -> Mapping[int, float]:
    """Return with which probability a hand ends with which total by standing and hitting."""
    points = _points(hand)
    soft = int(points > hand[0])
    if points == _BUST or _plan()[1][later_at(0, soft, points, upcard)] != HIT:
        return {points: 1.0}
    ends: defaultdict[int, float] = defaultdict(float)
    for card in range(1, 11):
        for total, chance in _played(_with(hand, card), upcard).items():
            ends[total] += CHANCE[card] * chance
    return ends


@cache
def _dealer(upcard: int) -> Mapping[int, float]:
    """Return with which probability the dealer ends with which total; no blackjack with an ace."""
    ends: defaultdict[int, float] = defaultdict(float)
    for hole in range(1, 11):
        chance = CHANCE[hole]
        if {upcard, hole} == {1, 10}:
            if upcard == 10:
                ends[_BLACKJACK] += chance
            continue
        if upcard == 1:
            chance /= 1 - CHANCE[10]
        for total, share in _drawn((upcard + hole, int(1 in (upcard, hole)))).items():
            ends[total] += chance * share
    return ends


@cache
def _drawn(hand: _Hand) -> Mapping[int, float]:
    points = _points(hand)
    if points == _BUST or points >= 17:
        return {points: 1.0}
    ends: defaultdict[int, float] = defaultdict(float)
    for card in range(1, 11):
        for total, chance in _drawn(_with(hand, card)).items():
            ends[total] += CHANCE[card] * chance
    return ends


def _with(hand: _Hand, card: int) -> _Hand:
    return hand[0] + card, int(hand[1] or card == 1)


def _points(hand: _Hand) -> int:
    hard, ace = hand
    if hard > 21:
        return _BUST
    return hard + 10 if ace and hard <= 11 else hard


def _against(player: int, dealer: int) -> float:
    if player == _BUST or player < dealer:
        return -1.0
    if player == dealer:
        return 0.0
    return 1.5 if player == _BLACKJACK else 1.0
