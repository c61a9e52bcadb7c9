"""What was tried for the player `count`: policies for the last cards of the same shoes.

``python -m docs.research.blackjack_policies`` prints for each policy how often it wins, and by how
much more or less than `count`, with 95 % intervals.

All policies play the same last cards, with the money that waiting for them leaves, and with the
same play, found anew each time that 1/16 of the unseen cards have gone. Where a game won counts 1
and one lost 0, luck hides a difference of less than 1 % in 10,000 games. So the luck of the bets is
taken out: who wins has the goal, so the chance to win is the money at the end, less what was won
beyond the goal and what was left when the cards ran out, divided by the goal. The money at the end
is that at the start and the results of all bets, and the mean of a result is the bet times its
edge. Both estimates have the same mean as far as the edges are true, and both are printed.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import float64, int64

from blackjack_judge.shoe import DECKS
from blackjack_judge.table import GOAL, MONEY
from cardjudge.columns import columns
from cardjudge.series.compiled import compiled
from cardjudge.series.estimate import Estimate, mean, share
from cardjudge.series.workers import spread
from docs.research import blackjack_count as count
from docs.research.blackjack_count import UNIT, WEIGHTS
from docs.research.blackjack_kernel import Bytes, best_play, make_shoe, play_round
from docs.research.blackjack_plan import LATER, OPENINGS

SEEDS = range(100_001, 106_001)
CARDS = 4000
"""The last cards, which are played; before them hardly a bet is worth while."""
START = MONEY - 450
_PLANS = 120
_OWN_CARDS = 0.2
"""Divided by the cards left: what the edge gains since no card of a round is drawn twice."""
_NO_DOUBLE = 0.0215
"""What the edge loses where nothing is doubled or split."""

Bet = Callable[[int, int, int, float], int]
_BET = int64(int64, int64, int64, float64)
_WEIGHTS = np.array(WEIGHTS)


class Variant(NamedTuple):
    """A policy: its bets, and whether they see the edge of the play or that of the count alone."""

    name: str
    bet: Bet
    linear: bool = False


def count_with(**constants: float) -> Bet:
    """Return the bets of `count` with other constants."""
    scope = {**count.bet_of.__globals__, **constants}
    return FunctionType(count.bet_of.__code__, scope, "bet_of")


def spread_out(money: int, goal: int, left: int, edge: float) -> int:
    """Bet by the root of the rounds while the edge is good; half-bold from 200, bold from 65."""
    bold = min(money, goal + 1 - money)
    if left < 65:
        return bold
    if edge > 0:
        rounds = max(4.0, left / 5.4 - 23)
        return min((bold + 1) // 2, int(bold / rounds**0.5) + 1)
    return (bold + 1) // 2 if left < 200 else min(money, 2)


def no_halfway(money: int, goal: int, left: int, edge: float) -> int:
    """Bet as `count` does while the edge is good, but half-bold and bold without half the goal."""
    need = goal + 1 - money
    bold = min(money, need)
    if left < 65:
        return bold
    bet = min(money, 2) if left * goal >= 200 * money else (bold + 1) // 2
    if edge > 0:
        swing = 1.3 * money * (need / (goal + 1)) / max(1.0, left / 5.4 - 11) ** 0.5
        bet = max(bet, min((bold + 1) // 2, int(swing * min(1.0, edge / 0.005)) + 1))
    return bet


VARIANTS = (
    Variant("count", count.bet_of),
    Variant("the edge by the count alone", count.bet_of, linear=True),
    Variant("half the goal is no place to wait", no_halfway),
    Variant("so, and bets that no edge makes greater", spread_out),
    Variant("so, and the edge by the count alone", spread_out, linear=True),
    Variant("all decided from 16 cards on, not 21", count_with(_LAST_BET=16)),
    Variant("from 30 on", count_with(_LAST_BET=30)),
    Variant("closing from 45 cards on, not 60", count_with(_CLOSING=45)),
    Variant("from 80 on", count_with(_CLOSING=80)),
    Variant("the end from 120 cards on, not 200", count_with(_ENDGAME=120)),
    Variant("from 300 on", count_with(_ENDGAME=300)),
    Variant("4 rounds in reserve, not 11", count_with(_RESERVE=4)),
    Variant("20 rounds", count_with(_RESERVE=20)),
    Variant("bets of 0.9 of the swing, not 1.3", count_with(_SWING=0.9)),
    Variant("of 1.8", count_with(_SWING=1.8)),
    Variant("the greatest bets from an edge of 0.2 %, not 0.5 %", count_with(_GOOD_EDGE=0.002)),
    Variant("from 1.2 %", count_with(_GOOD_EDGE=0.012)),
)


class Plans(NamedTuple):
    """The play for the unseen cards from each of some places in the shoe on."""

    places: Any
    even: Any
    """The edge of each where the count is zero."""
    opening: Any
    later: Any


def no_plans() -> Plans:
    """Return room for the plans of a shoe."""
    return Plans(
        np.zeros(_PLANS, np.int64),
        np.zeros(_PLANS),
        np.zeros((_PLANS, OPENINGS), np.uint8),
        np.zeros((_PLANS, LATER), np.uint8),
    )


@compiled
def find_plans(cards: Bytes, plans: Plans) -> None:
    """Fill in the plans; behind the last one the place is the end of the shoe."""
    unseen = np.zeros(11, np.int64)
    for card in cards:
        unseen[min(card, 10)] += 1
    found = 0
    next_left = len(cards)
    plans.places[:] = len(cards)
    for place in range(len(cards) - 8):
        left = len(cards) - place
        if left <= next_left:
            edge = best_play(unseen, plans.opening[found], plans.later[found])
            plans.places[found] = place
            plans.even[found] = edge - (unseen * _WEIGHTS).sum() / (left * UNIT)
            found += 1
            next_left = left * 15 // 16
        unseen[min(cards[place], 10)] -= 1


@compiled
def play_last(cards: Bytes, plans: Plans, bet_of: Any, linear: bool) -> tuple[bool, float]:
    """Play a game; return whether it was won, and how likely that was, the luck taken out."""
    kind = np.minimum(np.arange(14), 10).astype(np.uint8)
    weighted = 0
    for card in cards:
        weighted += _WEIGHTS[min(card, 10)]
    money, at, plan, gained = START, 0, 0, 0.0
    while True:
        left = len(cards) - at
        while plans.places[plan + 1] <= at < len(cards):
            plan += 1
        by_count = weighted / (left * UNIT) if left > 0 else 0.0
        edge = plans.even[plan] + by_count
        seen = plans.even[0] + by_count if linear else edge
        bet = bet_of(money, GOAL, left, seen)
        free = 0 if money + bet > GOAL else 1
        seen_plan = plans.opening[plan], plans.later[plan], kind
        after, then = play_round(cards, at, money, bet, 0, free, 0, seen_plan)
        if after < 0:
            return False, (START + gained - money) / (GOAL + 1)
        if free == 1 and 2 * bet <= money:
            gained += bet * (edge + _OWN_CARDS / left)
        else:
            gained += bet * (edge - _NO_DOUBLE)
        money = then
        if money > GOAL:
            return True, (START + gained - (money - GOAL - 1)) / (GOAL + 1)
        if money == 0:
            return False, (START + gained) / (GOAL + 1)
        for card in cards[at:after]:
            weighted -= _WEIGHTS[min(card, 10)]
        at = after


@cache
def compiled_bets() -> list[Any]:
    """Return the bets of all variants, compiled."""
    return [numba.cfunc(_BET)(variant.bet) for variant in VARIANTS]


def play_all(seeds: Sequence[int]) -> list[list[tuple[bool, float]]]:
    """Return for each seed what each variant makes of its shoe."""
    plans = no_plans()
    results = []
    for seed in seeds:
        cards = make_shoe(seed, DECKS)[-CARDS:]
        find_plans(cards, plans)
        pairs = zip(VARIANTS, compiled_bets(), strict=True)
        results.append([play_last(cards, plans, bet, variant.linear) for variant, bet in pairs])
    return results


def percent(estimate: Estimate) -> str:
    """Write a difference in per cent, with its sign."""
    value, low, high = (100 * part for part in estimate)
    return f"{value:+.2f} [{low:+.2f}, {high:+.2f}]"


def main() -> int:
    """Print the table."""
    began = time.perf_counter()
    parts = [SEEDS[i : i + 200] for i in range(0, len(SEEDS), 200)]
    jobs = len(os.sched_getaffinity(0))
    games = [game for part in spread(play_all, parts, jobs, "policies") for game in part]
    rows = [("policy", "games won, %", "luck taken out, %", "less that of count, %")]
    for index, variant in enumerate(VARIANTS):
        won = share(sum(game[index][0] for game in games), len(games))
        chance = mean(game[index][1] for game in games)
        difference = mean(game[index][1] - game[0][1] for game in games)
        rows.append((variant.name, won.percent(), chance.percent(), percent(difference)))
    print(*columns(rows), sep="\n")
    print(f"{len(games)} shoes, {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
