"""The shoe, the rules of the table and a player's round, compiled; tests hold it to the judge's."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import float64, int64

from blackjack_judge.players.best_play import DOUBLE, HIT, SPLIT, find_best_play
from blackjack_judge.players.count import UNIT, WEIGHTS
from cardjudge.series.compiled import compiled

Bytes: TypeAlias = npt.NDArray[np.uint8]
Ints: TypeAlias = tuple[int, int]
"""The fields of `blackjack_judge.table.Rules`, as 1 or 0."""
Plan: TypeAlias = tuple[Bytes, Bytes, Bytes]

WON, BROKE, EXHAUSTED, ILLEGAL = 0, 1, 2, 3
BLACKJACK, BUST = 22, -1

BET = int64(int64, int64, int64, int64, float64)
"""The compiled type of a bet: of the money, the goal, the start, the cards left and the edge."""

_WEIGHTS = np.array(WEIGHTS)
_find_best_play: Any = compiled(find_best_play)


@compiled
def _points(hard: int, ace: int) -> int:
    return hard + 10 if ace == 1 and hard <= 11 else hard


@compiled
def _hit_on(
    cards: Bytes, at: int, later: Bytes, kind: Bytes, split: int, upcard: int, hard: int, ace: int
) -> tuple[int, int]:
    """Hit as `later` says; return the place in the shoe (-1: it is empty) and the strength."""
    while True:
        soft = 1 if ace == 1 and hard <= 11 else 0
        if later[((split * 2 + soft) * 22 + hard + 10 * soft) * 14 + kind[upcard]] != HIT:
            return at, hard + 10 * soft
        if at == len(cards):
            return -1, 0
        card = cards[at]
        at += 1
        hard += min(card, 10)
        ace = 1 if card == 1 else ace
        if hard > 21:
            return at, BUST


@compiled
def _two(first: int, second: int, blackjack: int) -> tuple[int, int, int]:
    """Return hard points, ace and strength of two cards."""
    hard = min(first, 10) + min(second, 10)
    ace = 1 if first == 1 or second == 1 else 0
    strength = hard + 10 if ace == 1 else hard
    return hard, ace, blackjack if strength == 21 else strength


@compiled
def _paid(player: int, dealer: int, bet: int) -> int:
    if player == BUST or player < dealer:
        return 0
    if player == dealer:
        return bet
    return 5 * bet // 2 if player == BLACKJACK else 2 * bet


@compiled
def play_round(
    cards: Bytes, at: int, money: int, bet: int, insurance: int, free: int, rules: Ints, plan: Plan
) -> tuple[int, int]:
    """Play a round from the card `at`; return the place after it, and the money.

    The place is -1 if there were too few cards, and -2 if the insurance was illegal. `insurance` is
    bought against an ace; `free` is 1 if the player may double and split. A plan has the kind of
    each rank with it.
    """
    both_blackjack_push, split_blackjack = rules
    opening, later, kind = plan
    if at + 4 > len(cards):
        return -1, money
    first, second, upcard, hole = cards[at], cards[at + 1], cards[at + 2], cards[at + 3]
    at += 4
    money -= bet
    hard, ace, strength = _two(first, second, BLACKJACK)
    dealer_hard, dealer_ace, dealer = _two(upcard, hole, BLACKJACK)
    # An ace shows: insurance is bought first, and a blackjack of the dealer ends the round here.
    if upcard == 1:
        if insurance > min(bet // 2, money):
            return -2, money
        money -= insurance
        if dealer == BLACKJACK:
            money += 2 * insurance
            if both_blackjack_push == 1 and strength == BLACKJACK:
                money += bet
            return at, money
    # The player's turn, by the plan; a card that is missing ends the game.
    if bet > money:
        free = 0
    decision = opening[((free * 14 + kind[first]) * 14 + kind[second]) * 14 + kind[upcard]]
    other = 0  # the strength of the second hand of a split
    if decision == DOUBLE:
        if at == len(cards):
            return -1, money
        card = cards[at]
        at += 1
        money -= bet
        bet *= 2
        hard += min(card, 10)
        strength = BUST if hard > 21 else _points(hard, 1 if card == 1 else ace)
    elif decision == SPLIT:
        if at + 2 > len(cards):
            return -1, money
        money -= bet
        blackjack = BLACKJACK if split_blackjack == 1 else 21
        one, two = cards[at], cards[at + 1]
        at += 2
        hard, ace, strength = _two(first, one, blackjack)
        after, played = _hit_on(cards, at, later, kind, 1, upcard, hard, ace)
        if after != at:
            strength = played
        at = after
        if at < 0:
            return -1, money
        hard, ace, other = _two(second, two, blackjack)
        after, played = _hit_on(cards, at, later, kind, 2, upcard, hard, ace)
        if after != at:
            other = played
        at = after
        if at < 0:
            return -1, money
    elif decision == HIT:
        if at == len(cards):
            return -1, money
        card = cards[at]
        at += 1
        hard += min(card, 10)
        strength = BUST
        if hard <= 21:
            ace = 1 if card == 1 else ace
            at, strength = _hit_on(cards, at, later, kind, 0, upcard, hard, ace)
            if at < 0:
                return -1, money
    # The dealer's turn, also where the player is bust: the cards are drawn in any case.
    while dealer < 17:
        if at == len(cards):
            return -1, money
        card = cards[at]
        at += 1
        dealer_hard += min(card, 10)
        dealer_ace = 1 if card == 1 else dealer_ace
        if dealer_hard > 21:
            dealer = 0  # less than any hand that is not bust
            break
        dealer = _points(dealer_hard, dealer_ace)
    money += _paid(strength, dealer, bet)
    if decision == SPLIT:
        money += _paid(other, dealer, bet)
    return at, money


@compiled
def play_game(
    cards: Bytes,
    money: int,
    goal: int,
    rules: Ints,
    bet_of: Any,
    insurance_share: int,
    modest: int,
    last_part: int,
    opening: Bytes,
    later: Bytes,
) -> tuple[int, int, int]:
    """Play a game with a shoe of ranks; return how it ends, its rounds, and the money at the end.

    The bets, a function of type `BET`, and what comes with it are those of a `Policy`; `opening`
    and `later` are a plan as in `blackjack_judge.players.best_play`, by ranks.
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
    edge = _find_best_play(unseen, rules[1], opening.copy(), later.copy())
    even = edge - count / (len(cards) * UNIT)  # the edge where the count is zero
    while True:
        left = len(cards) - at
        if 0 < left <= last_part:
            edge = _find_best_play(unseen, rules[1], opening, later)
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
        after, money = play_round(cards, at, money, bet, insurance, free, rules, plan)
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


@compiled
def _refill(state: Any) -> None:
    for index in range(624):
        joined = (state[index] & 0x80000000) | (state[(index + 1) % 624] & 0x7FFFFFFF)
        twisted = state[(index + 397) % 624] ^ (joined >> 1)
        if joined & 1:
            twisted ^= 0x9908B0DF
        state[index] = twisted


@compiled
def make_shoe(seed: int, decks: int) -> Bytes:
    """Return the ranks of all cards in the order in which they are dealt.

    Source: M. Matsumoto and T. Nishimura, mt19937ar.c (2002).
    """
    state = np.empty(624, np.uint32)
    state[0] = seed
    for index in range(1, 624):
        before = np.uint64(state[index - 1])
        mixed = np.uint64(1812433253) * (before ^ (before >> np.uint64(30))) + np.uint64(index)
        state[index] = np.uint32(mixed & np.uint64(0xFFFFFFFF))
    cards = np.empty(52 * decks, np.uint8)
    for index in range(len(cards)):
        cards[index] = index % 13 + 1
    used = 624
    bits = 0
    while (1 << bits) < len(cards) + 1:
        bits += 1
    for last in range(len(cards) - 1, 0, -1):
        while last + 1 < 1 << (bits - 1):
            bits -= 1
        shift = np.uint32(32 - bits)
        chosen = np.int64(last + 1)
        while chosen > last:
            if used == 624:
                _refill(state)
                used = 0
            word = state[used]
            used += 1
            word ^= word >> np.uint32(11)
            word ^= (word << np.uint32(7)) & np.uint32(0x9D2C5680)
            word ^= (word << np.uint32(15)) & np.uint32(0xEFC60000)
            word ^= word >> np.uint32(18)
            chosen = np.int64(word >> shift)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards
