"""Play-outs: games played to their end by a quick random policy.

All state is integers in flat buffers, and the module has its own random generator, so results are
the same compiled or not. Hands have ten places a player; `Board` has the rows.

A policy gives each card of a hand a weight and draws in proportion to the weights. The weight is
the product of two factors. The policy's table has the first by the `context` (cards left in the
hand, and under the mad-cow rule the distance to the threshold) and the `situation` (the place of
the card if it were played alone). The second is the policy's tilt to low or high cards.
"""

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple, TypeAlias, TypeVar, cast

from cardjudge.series.compiled import Function, compiles
from cardjudge.series.compiled import compiled as by_numba
from take6.cards import HEADS

Number = TypeVar("Number", int, float)
Survey: TypeAlias = tuple[int, int, int, int, int]
COMPILED = compiles()

SHARE = 2520
"""A whole win in the units of `utility`: divisible by any number of winners."""

HAND, ROWS, FULL = 10, 4, 5
NEVER = 1000
"""A threshold that cannot be reached: the normal rule."""


def compiled(function: Function) -> Function:
    """Compile a function if Numba is installed, else return it unchanged."""
    return by_numba(function) if COMPILED else function


def buffer(values: Sequence[Number]) -> list[Number]:
    """Return a buffer of numbers of one type for functions that may be compiled."""
    if not COMPILED:
        return list(values)
    import numpy

    dtype = numpy.float64 if values and isinstance(values[0], float) else numpy.int64
    # Its users treat it as a list of constant length.
    return cast("list[Number]", numpy.array(values, dtype))


def _buckets(limits: list[int], count: int) -> list[int]:
    return buffer([sum(value >= limit for limit in limits) for value in range(count)])


GAP_LIMITS = [1, 2, 3, 4, 6, 8, 11, 15, 21, 31, 46]
SUM_LIMITS = [5, 8, 12]
COST_LIMITS = [2, 3, 4, 5, 6, 8, 11]
BELOW_LIMITS = [5, 15]
NEED_LIMITS = [1, 9, 17]
GAPS, SUMS = len(GAP_LIMITS) + 1, len(SUM_LIMITS) + 1
COSTS, BELOWS = len(COST_LIMITS) + 1, len(BELOW_LIMITS) + 1
PHASES, NEEDS = 4, len(NEED_LIMITS) + 1
PLACED = FULL * GAPS * SUMS
SITUATIONS = PLACED + COSTS * BELOWS
CONTEXTS = PHASES * (1 + NEEDS)
"""The phases of the normal rule, then the phases of each need under the mad-cow rule."""
TABLE = CONTEXTS * SITUATIONS
"""The length of the table of a policy."""
PLACES = len(HEADS)
EVEN = 20
"""The binary logarithm of a neutral tilt."""

_GAP = buffer([bucket * SUMS for bucket in _buckets(GAP_LIMITS, 105)])
_SUM = _buckets(SUM_LIMITS, 172)
_COST = _buckets(COST_LIMITS, 172)
_BELOW = _buckets(BELOW_LIMITS, 105)
_PHASE = buffer([0, 3, 3, 2, 2, 1, 1, 1, 0, 0, 0])
_HEADS = buffer(HEADS)
_MASK = 0xFFFFFFFF


@compiled
def advance(state: int) -> int:
    """Return the next state of the 32-bit xorshift generator (Marsaglia 2003); never 0."""
    state ^= (state << 13) & _MASK
    state ^= state >> 17
    return state ^ ((state << 5) & _MASK)


@compiled
def key(heads: int, threshold: int, by_index: int) -> int:
    """Return the sort key of a player's heads; the least key wins."""
    if heads < threshold:
        return heads
    return heads - threshold if by_index else -heads


@compiled
def context(left: int, heads: int, threshold: int) -> int:
    """Return the context of a player with `left` cards and `heads` heads."""
    phase = _PHASE[left]
    if threshold == NEVER:
        return phase
    need = threshold - heads
    bucket = 0 if need < 1 else 1 if need < 9 else 2 if need < 17 else 3
    return PHASES * (1 + bucket) + phase


class Board(NamedTuple):
    """The last card, length and heads of each row, and the heads of the players."""

    ends: list[int]
    sizes: list[int]
    sums: list[int]
    heads: list[int]
    threshold: int


def board_of(rows: Sequence[Sequence[int]], heads: Sequence[int], threshold: int | None) -> Board:
    """Return the board of rows, heads and a threshold, which is None under the normal rule."""
    ends, sizes = [row[-1] for row in rows], [len(row) for row in rows]
    sums = [sum([HEADS[card] for card in row]) for row in rows]
    limit = NEVER if threshold is None else threshold
    return Board(buffer(ends), buffer(sizes), buffer(sums), buffer(heads), limit)


class Hands(NamedTuple):
    """Ten places for cards and a policy for each player; tables and tilts of all policies."""

    cards: list[int]
    policies: list[int]
    tables: list[int]
    tilts: list[int]


class Room(NamedTuple):
    """Scratch buffers: the cards of a round, the order of the players, sums of weights."""

    cards: list[int]
    order: list[int]
    sums: list[int]


@compiled
def survey(board: Board) -> Survey:
    """Return the sorted rows, and the situation of the lowest card below every row.

    A row is its last card times 1024 plus the situation of the next higher card. A tuple of numbers
    stays in registers, and a sorting network needs no branches.
    """
    ends, sizes, sums, _, _ = board
    a = ends[0] << 10 | ((sizes[0] - 1) * GAPS * SUMS + _SUM[sums[0]])
    b = ends[1] << 10 | ((sizes[1] - 1) * GAPS * SUMS + _SUM[sums[1]])
    c = ends[2] << 10 | ((sizes[2] - 1) * GAPS * SUMS + _SUM[sums[2]])
    d = ends[3] << 10 | ((sizes[3] - 1) * GAPS * SUMS + _SUM[sums[3]])
    a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
    a, b, c, d = min(a, c), min(b, d), max(a, c), max(b, d)
    b, c = min(b, c), max(b, c)
    cheapest = min(min(sums[0], sums[1]), min(sums[2], sums[3]))
    return a, b, c, d, PLACED + _COST[cheapest] * BELOWS


@compiled
def situation(card: int, rows: Survey) -> int:
    """Return the situation of a card: its place if it were played alone on the surveyed rows."""
    a, b, c, d, below = rows
    code = card << 10
    if code < a:
        return below + _BELOW[card]
    row = a
    row = b if code > b else row
    row = c if code > c else row
    row = d if code > d else row
    return (row & 1023) + _GAP[card - (row >> 10) - 1]


@compiled
def draw(
    player: int, left: int, where: int, hands: Hands, room: Room, rows: Survey, state: int
) -> int:
    """Draw a card of a player with `left` cards by its policy; return its place.

    `where` is the context, `state` the state of the generator.
    """
    policy, start, total = hands.policies[player], player * HAND, 0
    offset, tilt = policy * TABLE + where * SITUATIONS, policy * PLACES
    for i in range(left):
        card = hands.cards[start + i]
        total += hands.tables[offset + situation(card, rows)] * hands.tilts[tilt + card] >> EVEN
        room.sums[i] = total
    target = (state * total) >> 32
    i = 0
    while room.sums[i] <= target:
        i += 1
    return start + i


@compiled
def place(player: int, card: int, forced: int, board: Board) -> None:
    """Place a card; a card below every row takes row `forced`, or a sensible row if it is -1.

    The sensible row is the row of fewest heads. A player that reaches the threshold with the row of
    most heads takes that row.
    """
    ends, sizes, sums, heads, threshold = board
    row, end = -1, 0
    for r in range(ROWS):
        if end < ends[r] < card:
            row, end = r, ends[r]
    if row >= 0 and sizes[row] < FULL:
        sizes[row] += 1
        sums[row] += _HEADS[card]
        ends[row] = card
        return
    if row < 0:
        row = forced
    if row < 0:
        row, rich = 0, 0
        for r in range(1, ROWS):
            if sums[r] < sums[row]:
                row = r
            if sums[r] > sums[rich]:
                rich = r
        if heads[player] + sums[rich] >= threshold:
            row = rich
    heads[player] += sums[row]
    sizes[row] = 1
    sums[row] = _HEADS[card]
    ends[row] = card


@compiled
def resolve(players: int, forced: int, board: Board, room: Room) -> None:
    """Place a card of each player, in ascending order."""
    cards, order, _ = room
    for player in range(players):
        i = player
        while i > 0 and cards[order[i - 1]] > cards[player]:
            order[i] = order[i - 1]
            i -= 1
        order[i] = player
    for i in range(players):
        place(order[i], cards[order[i]], forced, board)
        forced = -1


@compiled
def finish(players: int, left: int, hands: Hands, board: Board, room: Room, state: int) -> int:
    """Play the last `left` rounds of the game; return the generator's state."""
    while left > 0:
        rows = survey(board)
        for player in range(players):
            state = advance(state)
            where = context(left, board.heads[player], board.threshold)
            i = draw(player, left, where, hands, room, rows, state)
            room.cards[player] = hands.cards[i]
            hands.cards[i] = hands.cards[player * HAND + left - 1]
        resolve(players, -1, board, room)
        left -= 1
    return state


@compiled
def utility(me: int, players: int, board: Board, by_index: int) -> int:
    """Return the share of the win that player `me` has, in units of 1 / `SHARE`."""
    own = key(board.heads[me], board.threshold, by_index)
    tied = 0
    for player in range(players):
        other = key(board.heads[player], board.threshold, by_index)
        if other < own:
            return 0
        tied += other == own
    return SHARE // tied


_UNIT = 1 << 12
"""The weight of a logit of 0."""
_MOST = 1 << 24
_SAFE = (FULL - 1) * GAPS * SUMS
"""In lower situations the card is appended to a row that is not full."""

POLICIES = 7
"""Learned, careful, uniform, sharpened learned, the habits of level 5 with two players, low cards
first, high cards first."""
LEARNED, _, UNIFORM, SHARP, HABITS, LOW, _ = range(POLICIES)
_STEEP = 10
"""The policies for low and high cards have this scale: a factor of e for so many numbers."""
_SURER = 2.0
"""The factor that sharpens the logits of the learned policy."""


@cache
def tables(players: int) -> list[int]:
    """Return the tables of all policies for a number of players, one after the other.

    ``docs/research/take6_policy.py`` makes the learned policy and ``docs/research/take6_habits.py``
    the habits. The careful policy draws uniformly from the cards that fit a row that is not full,
    the other three from all cards.
    """
    text = resources.files("take6.players").joinpath("policy.json").read_text("utf-8")
    logits = json.loads(text)
    nearest = min(logits["learned"], key=lambda count: abs(math.log(int(count) / players)))
    learned, surer = (_table(logits["learned"][nearest], sure) for sure in (1.0, _SURER))
    careful = ([_MOST] * _SAFE + [1] * (SITUATIONS - _SAFE)) * CONTEXTS
    uniform = [1 << EVEN] * TABLE
    # Habits exist for the normal rule only; the mad-cow rule never uses them.
    habits = (_table(logits["habits"], 1.0) + uniform)[:TABLE]
    return buffer([*learned, *careful, *uniform, *surer, *habits, *uniform, *uniform])


@cache
def tilts() -> list[int]:
    """Return the tilts of all policies, one after the other."""
    low = [math.ceil(math.exp(-card / _STEEP) * (1 << EVEN)) for card in range(PLACES)]
    return buffer([*[1 << EVEN] * (PLACES * LOW), *low, *reversed(low)])


def features(situation: int) -> list[int]:
    """Return the indices of a context's parameters whose sum is the logit of a situation."""
    if situation >= PLACED:
        return [FULL * (GAPS + SUMS) + situation - PLACED]
    size = situation // (GAPS * SUMS)
    return [situation // SUMS, FULL * GAPS + size * SUMS + situation % SUMS]


def _table(logits: list[list[float]], sureness: float) -> list[int]:
    return [
        _weight(sureness * sum(numbers[feature] for feature in features(situation)))
        for numbers in logits
        for situation in range(SITUATIONS)
    ]


def _weight(logit: float) -> int:
    return max(1, min(_MOST, round(_UNIT * math.exp(logit))))
