"""Worlds: deals of the unseen cards, and play-outs of the game by plans and whims."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from big2.cards import Card
from big2.patterns import Play
from big2.players.base import View
from big2.players.fast.cards import (
    FULL_HOUSE,
    MOST,
    NO_TOP,
    PAIR,
    PLAYERS,
    RANKS,
    SUITS,
    Integers,
    State,
    below,
    greatest,
    nth,
    size,
)
from big2.players.fast.plan import (
    BREAK,
    KINDS,
    PASS,
    Rules,
    break_up,
    fitting,
    follow,
    lead,
    part,
    rules_of,
)
from big2.players.fast.reading import Past, begin, past, style, wander
from big2.players.plan import WHIMS, WHOLE
from cardjudge.series.compiled import compiled

_IDLE = 2 * PLAYERS
_BURN, _BETWEEN = 30, 4
"""Swaps that the Markov chain proposes before the first world, for each action that it explains,
and between two worlds."""


class World(NamedTuple):
    """The hands and styles of all seats; a play-out changes all but `plans` and `groups`."""

    hands: Integers
    plans: Integers
    """The plan of each seat, one row (kind, key, cards) for each play."""
    groups: Integers
    """Number of plays in each plan."""
    whims: Integers
    """Frequency of whims of each seat, in units of 1/`WHOLE`."""
    scratch: Integers
    """Scratch buffer for new plans."""


class Facts(NamedTuple):
    """A view as integers: the hand, unseen cards, hand sizes, and the top play's kind and key."""

    hand: int
    unseen: int
    counts: Integers
    top: Integers


@compiled
def _on_a_whim(plays: Integers, alive: int, top: Integers, row: int) -> int:
    """Return a decision against the plan: pass instead of a play, or a play instead of a pass."""
    if row != PASS:
        return PASS
    other = fitting(plays, alive, top, MOST)
    return BREAK if other == PASS and top[0] <= PAIR else other


@compiled
def play_out(state: State, world: World, turn: int, top: Integers, rules: Rules) -> int:
    """Return the winner of a game in which all players follow plans; -1 if all are stuck.

    `top` holds the kind, the key and the passes. A player that breaks up a play makes a new plan
    for the rest of its hand.
    """
    alive, left = (1 << world.groups) - 1, np.empty(PLAYERS, np.int64)
    for player in range(PLAYERS):
        left[player] = size(world.hands[player])
        if left[player] == 0:
            return player
    renewed, idle = 0, 0
    while idle <= _IDLE:
        fewest = MOST
        for other in range(PLAYERS):
            if other != turn:
                fewest = min(fewest, left[other])
        plays = world.scratch[turn] if renewed >> turn & 1 else world.plans[turn]
        whim = world.whims[turn] > 0 and below(state, WHOLE) < world.whims[turn]
        if top[0] == NO_TOP:
            row = lead(plays, alive[turn], fewest, rules)
            if whim and row != PASS:
                row = greatest(nth(alive[turn], below(state, size(alive[turn]))))
        else:
            row = follow(plays, alive[turn], top, fewest)
            if whim:
                row = _on_a_whim(plays, alive[turn], top, row)
        cards = 0
        if row >= 0:
            top[0], top[1], cards = plays[row, 0], plays[row, 1], plays[row, 2]
            alive[turn] ^= 1 << row
            world.hands[turn] ^= cards
        elif row == BREAK:
            cards = break_up(world.hands[turn], top[0], top[1], fewest)
            if cards:
                top[1] = greatest(cards)
                world.hands[turn] ^= cards
                renewed |= 1 << turn
                alive[turn] = (1 << part(world.hands[turn], world.scratch[turn], rules)) - 1
        if cards:
            top[2], idle = 0, 0
            left[turn] -= size(cards)
            if left[turn] == 0:
                return turn
        else:
            top[2], idle = top[2] + 1, idle + 1
            if top[2] >= PLAYERS - 1:
                top[0], top[1], top[2] = NO_TOP, -1, 0
        turn = (turn + 1) % PLAYERS
    return -1


@compiled
def sample(state: State, unseen: int, counts: Integers, hands: Integers) -> None:
    """Deal the unseen cards uniformly at random to seats 1 to 3."""
    left = counts.copy()
    hands[1:] = 0
    for card in range(RANKS * SUITS):
        if unseen >> card & 1:
            slot = below(state, left[1] + left[2] + left[3])
            seat = 1
            while slot >= left[seat]:
                slot -= left[seat]
                seat += 1
            hands[seat] |= 1 << card
            left[seat] -= 1


@compiled
def _act(view: Facts, action: Integers, top: Integers) -> None:
    """Write the top play after an action (kind, key, cards) into `top`."""
    top[0], top[1], top[2] = action[0], action[1], 0
    if action[0] == NO_TOP:
        top[:] = view.top
        top[2] += 1
        if top[2] == PLAYERS - 1:
            top[0], top[1], top[2] = NO_TOP, -1, 0


@compiled
def evaluate(
    seed: int, worlds: int, view: Facts, past: Past, actions: Integers, rules: Rules, wins: Integers
) -> None:
    """Add the wins of seat 0 with each action to `wins`; all actions share the same worlds.

    `actions` has a row (kind, key, cards) for each action; kind -1 is a pass. The other players
    follow plans, with whims as frequent as their style in each world; seat 0 has no whims.
    """
    state, whims = np.array([np.uint64(seed)]), np.array(WHIMS)
    deal = np.zeros(PLAYERS, np.int64)
    groups = np.zeros(PLAYERS, np.int64)
    plans, scratch = np.zeros((PLAYERS, MOST, 3), np.int64), np.zeros((PLAYERS, MOST, 3), np.int64)
    world = World(np.zeros(PLAYERS, np.int64), plans, groups, np.zeros(PLAYERS, np.int64), scratch)
    own = np.zeros((len(actions), MOST, 3), np.int64)
    own_groups = np.zeros(len(actions), np.int64)
    top = np.zeros(3, np.int64)
    for action in range(len(actions)):
        own_groups[action] = part(view.hand ^ actions[action, 2], own[action], rules)
    informed = len(past.actions) > 0
    if informed:
        sample(state, view.unseen, view.counts, deal)
        begin(deal, past, scratch[0], rules)
        wander(state, _BURN * len(past.actions), deal, past, scratch[0], rules)
    for _ in range(worlds):
        if informed:
            wander(state, _BETWEEN, deal, past, scratch[0], rules)
        else:
            sample(state, view.unseen, view.counts, deal)
        for seat in range(1, PLAYERS):
            groups[seat] = part(deal[seat], plans[seat], rules)
            world.whims[seat] = whims[style(state, seat, past)]
        for action in range(len(actions)):
            world.hands[:] = deal
            world.hands[0] = view.hand ^ actions[action, 2]
            plans[0], groups[0] = own[action], own_groups[action]
            _act(view, actions[action], top)
            wins[action] += play_out(state, world, 1, top, rules) == 0


def as_bits(cards: Iterable[Card]) -> int:
    """Return a set of cards as an integer."""
    return sum(1 << SUITS * card.rank + card.suit for card in cards)


def kind_and_key(play: Play | None) -> tuple[int, int]:
    """Return the kind and the key of a play for the kernels; `NO_TOP` and -1 for None."""
    if play is None:
        return NO_TOP, -1
    kind = KINDS[type(play.pattern)]
    if kind == FULL_HOUSE:
        return kind, SUITS * play.key[0]
    rank, suit = play.key
    return kind, SUITS * rank + suit


def past_of(view: View) -> Past:
    """Return the actions of the other players."""
    counts = [len(view.hand), *view.counts[1:]]
    for seat, play in view.history:
        counts[seat] += len(play.cards) if play else 0
    actions: list[list[int]] = []
    top, passes = None, 0
    for seat, play in view.history:
        fewest = min(counts[:seat] + counts[seat + 1 :])
        cards = as_bits(play.cards) if play else 0
        opens = int(not actions)
        actions.append([seat, *kind_and_key(top), fewest, opens, *kind_and_key(play), cards])
        passes = 0 if play else passes + 1
        top = play or (top if passes < PLAYERS - 1 else None)
        counts[seat] -= len(play.cards) if play else 0
    later = [0] * PLAYERS
    for action in reversed(actions):
        later[action[0]] |= action[-1]
        action[-1] = later[action[0]]
    return past([action for action in actions if action[0]])


class FastEngine:
    """Compiled play-outs for the built-in patterns."""

    playouts = 4000

    def __init__(self, view: View) -> None:
        self._facts = Facts(
            as_bits(view.hand),
            as_bits(view.unseen),
            np.array(view.counts, np.int64),
            np.array([*kind_and_key(view.top), view.passes], np.int64),
        )
        self._rules = rules_of(view.chain)
        self._past = past_of(view)

    def wins(self, actions: list[Play | None], worlds: int, seed: int) -> list[int]:
        """Return the number of worlds that each action wins; all actions share the same worlds."""
        rows = [(*kind_and_key(play), as_bits(play.cards) if play else 0) for play in actions]
        wins = np.zeros(len(actions), np.int64)
        evaluate(seed, worlds, self._facts, self._past, np.array(rows, np.int64), self._rules, wins)
        return [int(n) for n in wins]
