"""Play-outs: games played to their end by a quick random policy.

All is whole numbers in flat buffers, drawn with a generator of their own: compiled or not, the
results are the same. Hands are kept ten places a player; `Board` has the rows.

A policy gives each card of a hand a weight and draws in proportion to the weights. The weight is
one by the `context` (cards left in the hand, and under the mad-cow rule how far the player is from
the threshold) and by where the card would go if it were played alone (`situation`), times the
policy's tilt to low cards or to high ones.
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
"""A threshold that no one reaches: the normal rule."""


def compiled(function: Function) -> Function:
    """Compile a function where Numba is installed, or leave it as it is."""
    return by_numba(function) if COMPILED else function


def buffer(values: Sequence[Number]) -> list[Number]:
    """Make a buffer of numbers of one type for functions that may be compiled."""
    if not COMPILED:
        return list(values)
    import numpy

    dtype = numpy.float64 if values and isinstance(values[0], float) else numpy.int64
    # To its users it is a list that is never lengthened.
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
"""First the phases of the normal rule, then those of each need under the mad-cow rule."""
TABLE = CONTEXTS * SITUATIONS
"""The length of the table of a policy."""
PLACES = len(HEADS)
EVEN = 20
"""The binary logarithm of a tilt to no card."""

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
    """Return the sort key of a player's heads: the least wins."""
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
    """The rows, each by its last card, its length and its heads; and the heads of the players."""

    ends: list[int]
    sizes: list[int]
    sums: list[int]
    heads: list[int]
    threshold: int


def board_of(rows: Sequence[Sequence[int]], heads: Sequence[int], threshold: int | None) -> Board:
    """Return the rows and the heads of players as play-outs have them."""
    ends, sizes = [row[-1] for row in rows], [len(row) for row in rows]
    sums = [sum([HEADS[card] for card in row]) for row in rows]
    limit = NEVER if threshold is None else threshold
    return Board(buffer(ends), buffer(sizes), buffer(sums), buffer(heads), limit)


class Hands(NamedTuple):
    """Ten places a player, and the policy of each; tables and tilts are one after the other."""

    cards: list[int]
    policies: list[int]
    tables: list[int]
    tilts: list[int]


class Room(NamedTuple):
    """Scratch space: the cards of a round, the order of the players, sums of weights."""

    cards: list[int]
    order: list[int]
    sums: list[int]


@compiled
def survey(board: Board) -> Survey:
    """Return the rows in ascending order, and the situation of the lowest card below every row.

    Each row is its last card times 1024 and the situation of a card right after it: a tuple of
    numbers stays in registers, and a network of minima and maxima sorts without a branch.
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
    """Return where a card would go if it were played alone on the rows that were surveyed."""
    a, b, c, d, below = rows
    here = card << 10
    if here < a:
        return below + _BELOW[card]
    row = a
    row = b if here > b else row
    row = c if here > c else row
    row = d if here > d else row
    return (row & 1023) + _GAP[card - (row >> 10) - 1]


@compiled
def draw(
    player: int, left: int, where: int, hands: Hands, room: Room, rows: Survey, state: int
) -> int:
    """Return the place of a card that a player with `left` cards draws by its policy.

    `where` is the context, `state` that of the generator.
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
    """Place a card by the rules; one below every row takes row `forced`, or if -1 a sensible one.

    Sensible is the row of fewest heads; under the mad-cow rule the row of most heads for a player
    who has the threshold, or reaches it with that row.
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
    """Place the cards of all players, one each, in ascending order."""
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
    """Play `left` rounds to the end of the game; return the generator's state."""
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
    mine = key(board.heads[me], board.threshold, by_index)
    tied = 0
    for player in range(players):
        other = key(board.heads[player], board.threshold, by_index)
        if other < mine:
            return 0
        tied += other == mine
    return SHARE // tied


_UNIT = 1 << 12
"""The weight of a logit of 0."""
_MOST = 1 << 24
_SAFE = (FULL - 1) * GAPS * SUMS
"""The situations before this one put a card at the end of a row that is not full."""

POLICIES = 7
"""Learned, careful, uniform, learned but surer of itself, the habits of level 5 with two players,
low cards first, high cards first."""
LEARNED, CAREFUL, UNIFORM, SHARP, HABITS, LOW, HIGH = range(POLICIES)
_STEEP = 10
"""Who goes by the numbers prefers a card by a factor of e to one that is so much farther off."""
_SURER = 2.0
"""What the logits of the learned policy are multiplied by."""


@cache
def tables(players: int) -> list[int]:
    """Return the tables of all policies for a number of players, one after the other.

    The learned one is made by ``python -m bench.take6_policy`` and the habits by ``python -m
    bench.take6_habits``; the careful one draws evenly from the cards that fit a row that is not
    full, the other three from all.
    """
    text = resources.files("take6.players").joinpath("policy.json").read_text("utf-8")
    logits = json.loads(text)
    nearest = min(logits["learned"], key=lambda count: abs(math.log(int(count) / players)))
    learned, surer = (_table(logits["learned"][nearest], sure) for sure in (1.0, _SURER))
    careful = ([_MOST] * _SAFE + [1] * (SITUATIONS - _SAFE)) * CONTEXTS
    uniform = [1 << EVEN] * TABLE
    # There are habits by the normal rule alone: by the other nobody asks for them.
    habits = (_table(logits["habits"], 1.0) + uniform)[:TABLE]
    return buffer([*learned, *careful, *uniform, *surer, *habits, *uniform, *uniform])


@cache
def tilts() -> list[int]:
    """Return the tilts of all policies, one after the other."""
    low = [math.ceil(math.exp(-card / _STEEP) * (1 << EVEN)) for card in range(PLACES)]
    return buffer([*[1 << EVEN] * (PLACES * LOW), *low, *reversed(low)])


def features(situation: int) -> list[int]:
    """Return which of a context's numbers add up to the logit of a situation."""
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
