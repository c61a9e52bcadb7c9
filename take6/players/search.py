"""Monte-Carlo search: what a decision is worth, by play-outs over sampled hands of the others."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from take6.players.base import Budget, View
from take6.players.beliefs import Beliefs, Others, believe, settle, shuffle, wander
from take6.players.compiled import buffer, compiled
from take6.players.playout import (
    HAND,
    NEVER,
    ROWS,
    SHARE,
    Board,
    Hands,
    Room,
    advance,
    context,
    draw,
    finish,
    resolve,
    survey,
    utility,
)
from take6.players.policy import POLICIES, tables, tilts

_HEAD = 0.01
"""What a head less is worth, where the win is worth 1: it decides where shares of the win tie."""
_SLICE = 64
"""Worlds between two looks at the clock."""
_BURN = 20
"""Sweeps of the chain before its first world counts."""
_MOST = 1 << 32


class Root(NamedTuple):
    """The position in which a decision is looked for."""

    me: int
    players: int
    hand: list[int]
    revealed: list[int]
    """The cards of this round where a row is chosen, and empty where a card is."""
    board: Board
    by_index: int


class Tried(NamedTuple):
    """What is known of each option: is it still alive, its shares of the win, its heads."""

    options: list[int]
    alive: list[int]
    shares: list[int]
    costs: list[int]


@compiled
def estimate(
    worlds: int, root: Root, others: Others, beliefs: Beliefs, tried: Tried, state: int
) -> int:
    """Play every option that is alive once in each of `worlds` sampled worlds.

    An option is a card of the hand in its order, or a row. Returns the state of the generator.
    """
    left, choosing = len(root.hand), len(root.revealed) > 0
    after = left if choosing else left - 1
    rows = survey(root.board)
    for _ in range(worlds):
        state = wander(others, beliefs, state) if beliefs.rounds else shuffle(others, state)
        state = believe(others, state)
        dealt = others.dealt
        for player in range(root.players):
            if player == root.me:
                for i in range(left):
                    dealt.cards[player * HAND + i] = root.hand[i]
            elif not choosing:
                state = advance(state)
                where = context(left, root.board.heads[player], root.board.threshold)
                i = draw(player, left, where, dealt, others.room, rows, state)
                others.firsts[player] = dealt.cards[i]
                dealt.cards[i] = dealt.cards[player * HAND + after]
        for option in range(len(tried.options)):
            if tried.alive[option]:
                state = _play(option, after, root, others, tried, state)
    return state


@compiled
def _play(option: int, after: int, root: Root, others: Others, tried: Tried, state: int) -> int:
    """Play the game out after one option in the world that is dealt."""
    choosing = len(root.revealed) > 0
    hands, board, room = others.hands, others.board, others.room
    for player in range(root.players):
        board.heads[player] = root.board.heads[player]
        room.cards[player] = root.revealed[player] if choosing else others.firsts[player]
        for i in range(player * HAND, player * HAND + after):
            hands.cards[i] = others.dealt.cards[i]
    for r in range(ROWS):
        board.ends[r] = root.board.ends[r]
        board.sizes[r] = root.board.sizes[r]
        board.sums[r] = root.board.sums[r]
    forced = -1
    if choosing:
        forced = tried.options[option]
    else:
        room.cards[root.me] = root.hand[option]
        hands.cards[root.me * HAND + option] = root.hand[after]
    resolve(root.players, forced, board, room)
    state = finish(root.players, after, hands, board, room, state)
    tried.shares[option] += utility(root.me, root.players, board, root.by_index)
    tried.costs[option] += board.heads[root.me]
    return state


class Option(NamedTuple):
    """A card or a row, and what the search found of it."""

    what: int
    share: float
    """The mean share of the win."""
    heads: float
    """The mean heads at the end."""
    playouts: int

    @property
    def value(self) -> float:
        """What it is judged by."""
        return self.share - _HEAD * self.heads


def search(
    view: View,
    options: Sequence[int],
    beliefs: Beliefs,
    budget: Budget,
    rng: Random,
    *,
    halving: bool,
    choosing: bool = False,
) -> list[Option]:
    """Return what play-outs say of each option, the best first.

    `options` are the cards of the hand in its order, or if `choosing` rows. With `halving` the
    budget is spent in equal parts, and after each the worse half of the options is given up, so
    that most of it goes to those that are hard to tell apart.

    Source: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits",
    ICML (2013).
    """
    count = len(options)
    alive, shares, costs = buffer([1] * count), buffer([0] * count), buffer([0] * count)
    tried = Tried(buffer(options), alive, shares, costs)
    played = [0] * count
    root, world = _root(view, choosing), others(view)
    state = settle(_BURN, world, beliefs, rng.randrange(1, _MOST))
    rest = list(range(count))
    parts = max(1, math.ceil(math.log2(count))) if halving else 1
    for part in range(parts):
        if part:
            # Stable: of equal options the first stays.
            rest.sort(key=lambda i: _HEAD * SHARE * costs[i] - shares[i])
            for i in rest[(len(rest) + 1) // 2 :]:
                alive[i] = 0
            del rest[(len(rest) + 1) // 2 :]
        for worlds in _portions(budget, parts * len(rest), parts):
            state = estimate(worlds, root, world, beliefs, tried, state)
            for i in rest:
                played[i] += worlds
    found = [
        Option(what, shares[i] / SHARE / played[i], costs[i] / played[i], played[i])
        for i, what in enumerate(options)
    ]
    return sorted(found, key=lambda option: (-option.playouts, -option.value))


def _portions(budget: Budget, shares: int, parts: int) -> Iterator[int]:
    """Yield how many worlds to try, until this part of the budget is spent."""
    if budget.playouts:
        yield max(1, budget.playouts // shares)
        return
    until = time.thread_time() + budget.milliseconds / 1000 / parts
    yield _SLICE
    while time.thread_time() < until:
        yield _SLICE


def _root(view: View, choosing: bool) -> Root:
    return Root(
        view.seat,
        view.players,
        buffer(view.hand),
        buffer(view.history[-1] if choosing else ()),
        Board(
            buffer([row[-1] for row in view.rows]),
            buffer([len(row) for row in view.rows]),
            buffer(view.row_heads),
            buffer(view.heads),
            NEVER if view.rule.threshold is None else view.rule.threshold,
        ),
        int(view.rule.ranking == "index"),
    )


def others(view: View) -> Others:
    """Return a world of the view in which nothing is dealt yet."""

    def empty(size: int) -> list[int]:
        return buffer([0] * size)

    players, policies = view.players, (tables(view.players), tilts())
    threshold = NEVER if view.rule.threshold is None else view.rule.threshold
    board = Board(empty(ROWS), empty(ROWS), empty(ROWS), empty(players), threshold)
    following = empty(players)
    return Others(
        view.seat,
        players,
        len(view.hand),
        buffer(view.unseen),
        buffer([0.0] * (players * POLICIES)),
        buffer([0.0] * POLICIES),
        Hands(empty(players * HAND), following, *policies),
        Hands(empty(players * HAND), following, *policies),
        board,
        Room(empty(players), empty(players), empty(HAND)),
        empty(players),
    )
