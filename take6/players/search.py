"""Levels 4 to 6: values of decisions by play-outs over sampled hands of the others."""

import math
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from take6.game import NORMAL
from take6.players.base import Budget, View
from take6.players.beliefs import Beliefs, Others, believe, believed, fixed, settle, shuffle, wander
from take6.players.playout import (
    HAND,
    LEARNED,
    POLICIES,
    ROWS,
    SHARE,
    UNIFORM,
    Board,
    Hands,
    Room,
    advance,
    board_of,
    buffer,
    compiled,
    context,
    draw,
    finish,
    resolve,
    survey,
    tables,
    tilts,
    utility,
)
from take6.players.simple import Careful

_HEAD = 0.01
"""The value of a head less if a win is worth 1; it breaks ties of the share of the win."""
_SLICE = 64
"""Number of worlds between two reads of the clock."""
_BURN = 20
"""The burn-in of the chain, in sweeps."""
_MOST = 1 << 32


class Root(NamedTuple):
    """The position at the root of the search."""

    me: int
    players: int
    hand: list[int]
    revealed: list[int]
    """The cards of this round if the decision is a row; empty if it is a card."""
    board: Board
    by_index: int


class Trials(NamedTuple):
    """The statistics of each option: whether it is alive, the sum of its shares, of its heads."""

    options: list[int]
    alive: list[int]
    shares: list[int]
    costs: list[int]


@compiled
def estimate(
    worlds: int, root: Root, others: Others, beliefs: Beliefs, trials: Trials, state: int
) -> int:
    """Play out every option that is alive once in each of `worlds` sampled worlds.

    An option is a card of the hand in its order, or a row. Returns the state of the generator.
    """
    left, choosing = len(root.hand), len(root.revealed) > 0
    rest = left if choosing else left - 1
    rows = survey(root.board)
    for _ in range(worlds):
        state = wander(others, beliefs, state) if beliefs.rounds else shuffle(others, state)
        state = believe(others, state)
        deal = others.deal
        for player in range(root.players):
            if player == root.me:
                for i in range(left):
                    deal.cards[player * HAND + i] = root.hand[i]
            elif not choosing:
                state = advance(state)
                where = context(left, root.board.heads[player], root.board.threshold)
                i = draw(player, left, where, deal, others.room, rows, state)
                others.firsts[player] = deal.cards[i]
                deal.cards[i] = deal.cards[player * HAND + rest]
        for option in range(len(trials.options)):
            if trials.alive[option]:
                state = _play(option, rest, root, others, trials, state)
    return state


@compiled
def _play(option: int, rest: int, root: Root, others: Others, trials: Trials, state: int) -> int:
    """Play the game out after an option in the dealt world."""
    choosing = len(root.revealed) > 0
    hands, board, room = others.hands, others.board, others.room
    for player in range(root.players):
        board.heads[player] = root.board.heads[player]
        room.cards[player] = root.revealed[player] if choosing else others.firsts[player]
        for i in range(player * HAND, player * HAND + rest):
            hands.cards[i] = others.deal.cards[i]
    for r in range(ROWS):
        board.ends[r] = root.board.ends[r]
        board.sizes[r] = root.board.sizes[r]
        board.sums[r] = root.board.sums[r]
    forced = -1
    if choosing:
        forced = trials.options[option]
    else:
        room.cards[root.me] = root.hand[option]
        hands.cards[root.me * HAND + option] = root.hand[rest]
    resolve(root.players, forced, board, room)
    state = finish(root.players, rest, hands, board, room, state)
    trials.shares[option] += utility(root.me, root.players, board, root.by_index)
    trials.costs[option] += board.heads[root.me]
    return state


class Option(NamedTuple):
    """A card or a row, and the estimates of the search."""

    what: int
    share: float
    """The mean share of the win."""
    heads: float
    """The mean heads at the end."""
    playouts: int

    @property
    def value(self) -> float:
        """The value by which options are ranked."""
        return self.share - _HEAD * self.heads


def search(
    view: View, beliefs: Beliefs, budget: Budget, rng: Random, *, halving: bool
) -> list[Option]:
    """Return the estimates of each option of the view by play-outs, the best first.

    With `halving`, the budget has equal parts; after each part the worse half of the options is
    dropped, so that most play-outs go to options that are hard to tell apart.

    Source: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits",
    ICML (2013).
    """
    options = view.options
    count = len(options)
    alive, shares, costs = buffer([1] * count), buffer([0] * count), buffer([0] * count)
    trials = Trials(buffer(options), alive, shares, costs)
    playouts = [0] * count
    root, world = _root(view), others(view)
    state = settle(_BURN, world, beliefs, rng.randrange(1, _MOST))
    rest = list(range(count))
    parts = max(1, math.ceil(math.log2(count))) if halving else 1
    for part in range(parts):
        if part:
            # The sort is stable: the first of equal options stays.
            rest.sort(key=lambda i: _HEAD * SHARE * costs[i] - shares[i])
            for i in rest[(len(rest) + 1) // 2 :]:
                alive[i] = 0
            del rest[(len(rest) + 1) // 2 :]
        for worlds in _portions(budget, parts * len(rest), parts):
            state = estimate(worlds, root, world, beliefs, trials, state)
            for i in rest:
                playouts[i] += worlds
    results = [
        Option(what, shares[i] / SHARE / playouts[i], costs[i] / playouts[i], playouts[i])
        for i, what in enumerate(options)
    ]
    return sorted(results, key=lambda option: (-option.playouts, -option.value))


def compare(
    view: View, beliefs: Beliefs, options: Sequence[int], worlds: int, rng: Random
) -> list[float]:
    """Return the sum of the shares of the win of each option over the same worlds.

    Every call starts a chain of its own, so calls are independent.
    """
    places = [view.options.index(option) for option in options]
    alive = buffer([int(place in places) for place in range(len(view.options))])
    shares, costs = (buffer([0] * len(view.options)) for _ in range(2))
    world = others(view)
    state = settle(_BURN, world, beliefs, rng.randrange(1, _MOST))
    trials = Trials(buffer(view.options), alive, shares, costs)
    estimate(worlds, _root(view), world, beliefs, trials, state)
    return [shares[place] / SHARE for place in places]


def _portions(budget: Budget, shares: int, parts: int) -> Iterator[int]:
    """Yield numbers of worlds until this part of the budget is spent."""
    if budget.playouts:
        yield max(1, budget.playouts // shares)
        return
    until = time.thread_time() + budget.milliseconds / 1000 / parts
    yield _SLICE
    while time.thread_time() < until:
        yield _SLICE


def _root(view: View) -> Root:
    revealed = buffer(view.history[-1] if view.choosing else ())
    board = board_of(view.rows, view.heads, view.rule.threshold)
    by_index = int(view.rule.ranking == "index")
    return Root(view.seat, view.players, buffer(view.hand), revealed, board, by_index)


def others(view: View) -> Others:
    """Return a world of the view before any card is dealt."""

    def empty(size: int) -> list[int]:
        return buffer([0] * size)

    players, factors = view.players, (tables(view.players), tilts())
    policies = empty(players)
    return Others(
        view.seat,
        players,
        len(view.hand),
        buffer(view.unseen),
        buffer([0.0] * (players * POLICIES)),
        buffer([0.0] * POLICIES),
        Hands(empty(players * HAND), policies, *factors),
        Hands(empty(players * HAND), policies, *factors),
        board_of(view.rows, view.heads, view.rule.threshold),  # a placeholder: `_play` fills it
        Room(empty(players), empty(players), empty(HAND)),
        empty(players),
    )


class MonteCarlo(Careful):
    """Level 4. Tries every card in random games over sampled hands of the others.

    It plays the card with the fewest heads. Under the mad-cow rule it plays the card with the
    greatest share of the win, in five times as many games by the learned policy: a share carries
    less information than heads, and random players do not collect heads. It chooses rows as level 3
    does.

    Source: the MCSAgent of J. Brehmer and M. Gutsche, "Beating 6 nimmt! with reinforcement
    learning" (rl-6-nimmt, 2020).
    """

    _MORE = 5

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def pick(self, view: View, rng: Random) -> int:
        if len(view.hand) == 1:
            return view.hand[0]
        normal = view.rule == NORMAL
        policy = UNIFORM if normal else LEARNED
        playouts, milliseconds = self.budget
        budget = self.budget if normal else Budget(self._MORE * playouts, milliseconds)
        options = search(view, fixed(view, policy), budget, rng, halving=False)
        if normal:
            return min(options, key=lambda option: option.heads).what
        return max(options, key=lambda option: option.share).what


_MOST_READ = 4
"""With six players, reading won 12.5 % [9.9, 15.6]; 16.7 is equal (docs/research/take6.md)."""


class Guided:
    """Level 5. Maximises the share of the win in play-outs by the learned policy."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def pick(self, view: View, rng: Random) -> int:
        return view.hand[0] if len(view.hand) == 1 else self.weigh(view, rng)[0].what

    def choose(self, view: View, card: int, rng: Random) -> int:
        return self.weigh(view, rng)[0].what

    def weigh(self, view: View, rng: Random) -> list[Option]:
        """Return the options with the estimates of the search, the best first."""
        return search(view, self.beliefs(view), self.budget, rng, halving=True)

    def beliefs(self, view: View) -> Beliefs:
        """Return the beliefs about the other players."""
        return fixed(view, LEARNED)


class Reading(Guided):
    """Level 6. As level 5, but infers the others' policies and hands from their plays.

    With two players, it knows the habits of level 5 and plays out its own moves by them. With more
    than four players, and under the mad-cow rule, it plays as level 5: inference lost games there.
    """

    def beliefs(self, view: View) -> Beliefs:
        reads = view.rule.threshold is None and view.players <= _MOST_READ
        return believed(view) if reads else super().beliefs(view)
