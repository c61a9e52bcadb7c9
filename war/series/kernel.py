"""Compiled games of War, with the deals of `war.series.deals`. Needs Numba (extra ``fast``).

Both hands lie on one tape of bytes. A hand is the section between its head, from which its player
plays, and its tail, where it grows. The kernel writes a trick past both tails and then moves the
winner's tail behind it, so a round branches only for a war. Cards come in pairs: tails stay even
and count pairs, which take one store of 16 bits; heads count cards.

An epoch plays all cards of the smaller hand and finishes the last round. Within an epoch only a war
can empty a hand, so the kernel checks for an empty hand and a full tape only between epochs. The
state before an epoch determines the state after it. Therefore a game is infinite exactly if a state
between epochs recurs (Brent's algorithm, as in `war.course`).

All integers are unsigned, because Numba adds code for negative signed indices, and turns a mix of
signed and unsigned integers into floating point.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardjudge.series.compiled import compiled
from war.battle import DRAW, INFINITE
from war.series.chunks import Chunk, Tally
from war.series.deals import GAMMA, mix

Word: TypeAlias = Any
"""An unsigned 64-bit integer; `Any`, because a `range` of them yields `int` for mypy only."""
Cards: TypeAlias = NDArray[np.uint8]

U64 = np.uint64
_0, _1, _2, _3, _7, _8, _FULL, _GAMMA = map(U64, (0, 1, 2, 3, 7, 8, 2048, GAMMA))
"""Small numbers, the pairs after which a hand moves back to its start, and SplitMix64's step."""


def tally(chunk: Chunk) -> Tally:
    """Play a chunk of games and return the counts."""
    results, rounds = play(chunk)
    finite = rounds[results != INFINITE]
    draws, wins1, wins2, infinite = map(int, np.bincount(results, minlength=INFINITE + 1))
    return Tally(draws, wins1, wins2, infinite, int(finite.sum()), int((finite * finite).sum()))


def play(chunk: Chunk) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Play a chunk of games; return the result of each, and its rounds (0 for an infinite one)."""
    series = chunk.series
    results = np.empty(chunk.games, np.uint8)
    rounds = np.empty(chunk.games, np.uint64)
    run = _run_alternating if series.alternate else _run
    key = mix(series.seed), series.nb_vals, series.riffles, chunk.first
    run(*map(U64, key), results, rounds)
    return results, rounds


@compiled
def word(start: Word, place: Word) -> Word:
    """Return `war.series.deals.word` for a mixed seed."""
    z = start + (place + _1) * _GAMMA
    z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
    return z ^ (z >> U64(31))


@compiled
def _shuffle(start: Word, game: Word, riffles: Word, deck: Cards, digits: Cards, ends: Any) -> None:
    """Shuffle `deck` like `war.series.deals`; `digits` and `ends` are scratch buffers."""
    cards = U64(deck.size)
    for p in range(cards):
        deck[p] = (p >> _2) + _1
    words = (cards + _7) >> _3
    place = game * words * ((riffles + _7) >> _3)
    while riffles > _0:
        width = min(riffles, _8)
        riffles -= width
        mask = (_1 << width) - _1
        ends[: mask + _1] = 0
        for first in range(_0, cards, _8):
            lots = word(start, place)
            place += _1
            for p in range(first, min(first + _8, cards)):
                digit = lots & mask
                digits[p] = digit
                ends[digit] += np.uint16(1)
                lots >>= _8
        end = np.uint16(0)
        for digit in range(mask + _1):
            count = ends[digit]
            ends[digit] = end
            end += count
        for p in range(cards):
            digit = digits[p]
            card = ends[digit]
            ends[digit] = card + np.uint16(1)
            digits[p] = deck[card]
        deck[:] = digits


@compiled
def _to_start(tape: Cards, base: Word, head: Word, tail: Word) -> tuple[Word, Word]:
    """Move a hand to the start of its half of the tape; return its new head and tail."""
    left = tail * _2 - head
    new = base * _2 + (left & _1)  # so that the tail is even
    for p in range(left):
        tape[new + p] = tape[head + p]
    return new, (new + left) >> _1


@compiled
def room(cards: Word) -> tuple[Cards, Any, Cards]:
    """Allocate the buffers of a game: the tape as bytes and as pairs, and a saved state."""
    # An epoch adds at most a full deck to a hand, and so does a trick past the tail.
    pairs = np.empty((_FULL + cards * _2) * _2, np.uint16)
    return pairs.view(np.uint8), pairs, np.empty(cards * _2, np.uint8)


@compiled
def lay(deck: Cards, tape: Cards) -> None:
    """Deal a deck in turns to the starts of both halves of the tape."""
    half = U64(tape.size) >> _1
    for p in range(U64(deck.size) >> _1):
        tape[p] = deck[p * _2]
        tape[half + p] = deck[p * _2 + _1]


def player(alternate: bool) -> Callable[..., tuple[Word, Word, Word]]:
    """Return the function that plays a game; `alternate` is a compile-time constant of it."""
    flip = U64(8 if alternate else 0)

    def play_game(tape: Cards, pairs: Any, kept: Cards, size: Word) -> tuple[Word, Word, Word]:
        """Play hands of `size` cards at the starts of both halves; return (result, rounds, cycle).

        An infinite game is in its cycle after `rounds` rounds, and in the same state again after
        `cycle` more rounds, a multiple of the period. For a finite game `cycle` is 0.
        """
        half = U64(pairs.size) >> _1
        other = U64(kept.size) >> _1
        head1, tail1 = _0, size >> _1
        head2, tail2 = half * _2, half + (size >> _1)
        plays = wars = _0
        shift = _0  # bits to shift player 1's card in a pair: 0, or 8 to put it after player 2's
        kept_left = kept_shift = kept_rounds = _0
        steps = reach = _1
        while True:
            left1 = tail1 * _2 - head1
            left2 = tail2 * _2 - head2
            if left1 == _0 or left2 == _0:
                return _1 if left1 > _0 else _2, plays - wars * _2, _0

            if left1 == kept_left and shift == kept_shift:
                same1 = same2 = _0
                while same1 < left1 and tape[head1 + same1] == kept[same1]:
                    same1 += _1
                if same1 == left1:
                    while same2 < left2 and tape[head2 + same2] == kept[other + same2]:
                        same2 += _1
                    if same2 == left2:
                        return U64(INFINITE), kept_rounds, plays - wars * _2 - kept_rounds
            if steps == reach:
                kept_left, kept_shift, kept_rounds = left1, shift, plays - wars * _2
                for p in range(left1):
                    kept[p] = tape[head1 + p]
                for p in range(left2):
                    kept[other + p] = tape[head2 + p]
                steps = _0
                reach *= _2
            steps += _1

            if tail1 > _FULL:
                head1, tail1 = _to_start(tape, _0, head1, tail1)
            if tail2 > half + _FULL:
                head2, tail2 = _to_start(tape, half, head2, tail2)

            # Both heads advance together, and the tails advance by the same sum. So two counters
            # suffice, and the loop fits into registers.
            begin = head1
            end = head1 + min(left1, left2)
            apart = head2 - head1
            tails = tail1 + tail2 - head1
            while head1 < end:
                a = U64(tape[head1])
                b = U64(tape[head1 + apart])
                tail2 = tails + head1 - tail1
                pair = (a << shift) | (b << (shift ^ _8))
                pairs[tail1] = pair
                pairs[tail2] = pair
                head1 += _1
                if a != b:
                    tail1 += U64(a > b)
                else:
                    trick = _1
                    while a == b:
                        left1 = tail1 * _2 - head1
                        left2 = tail2 * _2 - head1 - apart
                        if min(left1, left2) < _2:
                            rounds = plays + (head1 - begin) - wars * _2 - _1
                            if left1 == left2:
                                return U64(DRAW), rounds, _0
                            return _1 if left1 > left2 else _2, rounds, _0
                        for _face in range(2):
                            a = U64(tape[head1])
                            b = U64(tape[head1 + apart])
                            head1 += _1
                            pair = (a << shift) | (b << (shift ^ _8))
                            pairs[tail1 + trick] = pair
                            pairs[tail2 + trick] = pair
                            trick += _1
                        wars += _1
                    if a > b:
                        tail1 += trick
                shift ^= flip
            head2 = head1 + apart
            tail2 = tails + head1 - tail1
            plays += head1 - begin

    return compiled(play_game)


def _runner(alternate: bool) -> Callable[..., None]:
    """Return the function that deals and plays consecutive games."""
    play_game = player(alternate)

    def run(
        start: Word, nb_vals: Word, riffles: Word, first: Word, results: Cards, all_rounds: Any
    ) -> None:
        cards = nb_vals << _2
        tape, pairs, kept = room(cards)
        deck = np.empty(cards, np.uint8)
        digits = np.empty(cards, np.uint8)
        ends = np.empty(256, np.uint16)
        for game in range(U64(results.size)):
            _shuffle(start, first + game, riffles, deck, digits, ends)
            lay(deck, tape)
            result, rounds, _ = play_game(tape, pairs, kept, cards >> _1)
            results[game] = result
            all_rounds[game] = _0 if result == INFINITE else rounds

    return compiled(run)


_run, _run_alternating = _runner(alternate=False), _runner(alternate=True)
