"""The shoe, the rules of the table and a player's round, compiled; tests hold it to the judge's."""

from types import FunctionType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import float64, int64
from numba.extending import register_jitable

from blackjack_judge.hands import ACE, BLACKJACK, BUSTED, paid
from blackjack_judge.shoe import DECK, RANKS, SEEDS
from blackjack_judge.states import AFTER, STRENGTH, TWO
from blackjack_judge.table import DEALER_STANDS
from cardjudge.series.compiled import compiled
from docs.research import blackjack_plan as plain
from docs.research import blackjack_values as values
from docs.research.blackjack_count import UNIT, WEIGHTS
from docs.research.blackjack_plan import DOUBLE, HIT, SPLIT, later_at, opening_at

Bytes: TypeAlias = npt.NDArray[np.uint8]
Plan: TypeAlias = tuple[Bytes, Bytes, Bytes]

WON, BROKE, EXHAUSTED, ILLEGAL = 0, 1, 2, 3

BET = int64(int64, int64, int64, int64, float64)
"""The compiled type of a bet; parameters: money, goal, initial money, cards left, edge."""

_WEIGHTS = np.array(WEIGHTS)
_TWO, _AFTER, _STRENGTH = np.array(TWO), np.array(AFTER), np.array(STRENGTH)
# A ten changes the points of a hand unless an ace counts 11 in it.
_SOFT = (_STRENGTH[_AFTER[:, 10]] == np.minimum(_STRENGTH, 21)).astype(np.int64)
for module in values, plain:
    for part in vars(module).values():
        if isinstance(part, FunctionType) and part.__module__ == module.__name__:
            register_jitable(part)
best_play: Any = compiled(plain.find_best_play)
"""`find_best_play`, compiled."""
_paid, _opening_at, _later_at = compiled(paid), compiled(opening_at), compiled(later_at)


@compiled
def _hit_on(
    cards: Bytes, at: int, hand: int, later: Bytes, split: int, upcard: int
) -> tuple[int, int]:
    """Hit as `later` says; return the index in the shoe (-1 if it is empty) and the hand."""
    while _STRENGTH[hand] != BUSTED:
        points = min(_STRENGTH[hand], 21)
        if later[_later_at(split, _SOFT[hand], points, upcard)] != HIT:
            break
        if at == len(cards):
            return -1, hand
        hand = _AFTER[hand, cards[at]]
        at += 1
    return at, hand


@compiled
def play_round(
    cards: Bytes, at: int, money: int, bet: int, insurance: int, free: int, push: int, plan: Plan
) -> tuple[int, int]:
    """Play a round from the card `at`; return the index after it, and the money.

    The index is -1 if the shoe ran out, and -2 if the insurance was illegal. `insurance` is bought
    against an ace; `free` is 1 if the player may double and split, `push` is 1 if two
    blackjacks with an ace up are a push. A plan includes the kind of each rank.
    """
    opening, later, kind = plan
    if at + 4 > len(cards):
        return -1, money
    first, second, upcard, hole = cards[at], cards[at + 1], cards[at + 2], cards[at + 3]
    at += 4
    money -= bet
    hand, other, dealer = _TWO[first, second], 0, _TWO[upcard, hole]
    # An ace shows: insurance is bought first, and a blackjack of the dealer ends the round here.
    if upcard == ACE:
        if insurance > min(bet // 2, money):
            return -2, money
        money -= insurance
        if _STRENGTH[dealer] == BLACKJACK:
            money += 2 * insurance
            if push == 1 and _STRENGTH[hand] == BLACKJACK:
                money += bet
            return at, money
    # The player's turn, by the plan; an empty shoe ends the game.
    if bet > money:
        free = 0
    shown = kind[upcard]
    decision = opening[_opening_at(free, kind[first], kind[second], shown)]
    if at + (decision in (HIT, DOUBLE)) + 2 * (decision == SPLIT) > len(cards):
        return -1, money
    if decision == DOUBLE:
        hand = _AFTER[hand, cards[at]]
        at += 1
        money -= bet
        bet *= 2
    elif decision == SPLIT:
        money -= bet
        hand, other = _TWO[first, cards[at]], _TWO[second, cards[at + 1]]
        at, hand = _hit_on(cards, at + 2, hand, later, 1, shown)
        if at >= 0:
            at, other = _hit_on(cards, at, other, later, 2, shown)
    elif decision == HIT:
        at, hand = _hit_on(cards, at + 1, _AFTER[hand, cards[at]], later, 0, shown)
    if at < 0:
        return -1, money
    # The dealer draws even if the player is bust, as at the table.
    while 0 < _STRENGTH[dealer] < DEALER_STANDS:
        if at == len(cards):
            return -1, money
        dealer = _AFTER[dealer, cards[at]]
        at += 1
    if decision == SPLIT:
        money += _paid(_STRENGTH[other], _STRENGTH[dealer], bet)
    return at, money + _paid(_STRENGTH[hand], _STRENGTH[dealer], bet)


@compiled
def play_game(
    cards: Bytes,
    money: int,
    goal: int,
    push: int,
    bet_of: Any,
    insurance_share: int,
    modest: int,
    last_part: int,
    opening: Bytes,
    later: Bytes,
) -> tuple[int, int, int]:
    """Play a game with a shoe of ranks; return its outcome, its rounds, and the final money.

    The bet, a function of type `BET`, and the parameters after it are those of a `Policy`;
    `opening` and `later` are a plan of `docs.research.blackjack_plan`, by ranks.
    """
    start = money
    at = 0
    rounds = 0
    unseen = np.zeros(11, np.int64)
    for card in cards:
        unseen[min(card, 10)] += 1
    count = (unseen * _WEIGHTS).sum()
    kind = np.arange(14).astype(np.uint8)
    opening, later = opening.copy(), later.copy()
    edge = best_play(unseen, opening.copy(), later.copy())
    even = edge - count / (len(cards) * UNIT)  # the edge at a count of zero
    while True:
        left = len(cards) - at
        if 0 < left <= last_part:
            edge = best_play(unseen, opening, later)
            even = edge - count / (left * UNIT)
            last_part = left * 31 // 32
            kind = np.minimum(kind, np.uint8(10))
        edge = even + count / (left * UNIT) if left > 0 else 0.0
        rounds += 1
        bet = bet_of(money, goal, start, left, edge)
        if not 0 < bet <= money:
            return ILLEGAL, rounds, money
        insurance = money // insurance_share if insurance_share > 0 else 0
        free = 0 if modest == 1 and money + bet > goal else 1
        plan = opening, later, kind
        after, money = play_round(cards, at, money, bet, insurance, free, push, plan)
        if after < 0:
            return EXHAUSTED if after == -1 else ILLEGAL, rounds, money
        if money > goal:
            return WON, rounds, money
        if money == 0:
            return BROKE, rounds, money
        for card in cards[at:after]:
            unseen[min(card, 10)] -= 1
            count -= _WEIGHTS[min(card, 10)]
        at = after


def make_shoe(seed: int, decks: int) -> Bytes:
    """Return the ranks of all cards in the order of the deal."""
    cards = (np.arange(DECK * decks) % RANKS + 1).astype(np.uint8)
    words, last = np.random.RandomState(seed), len(cards) - 1
    while last > 0:
        last = _shuffle(cards, last, words.randint(0, SEEDS, len(cards), np.uint32))
    return cards


@compiled
def _shuffle(cards: Bytes, last: int, words: Any) -> int:
    """Continue the shuffle at the card `last` with random words; return the next card."""
    bits = 1
    while last + 1 >> bits:
        bits += 1
    for word in words:
        while last + 1 < 1 << (bits - 1):
            bits -= 1
        chosen = np.int64(word) >> (32 - bits)
        if chosen <= last:
            cards[last], cards[chosen] = cards[chosen], cards[last]
            last -= 1
            if last == 0:
                break
    return last
