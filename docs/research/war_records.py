"""Search for the deals of War with the longest games, cycles and ways to a cycle; for war.md.

``python docs/research/war_records.py 13 22 --longest cycle`` does 22 searches with the extra
``fast``. It prints the hands as `war` reads them, and on standard error how long the game is.
Search number i depends on the seed and on i alone.

A search swaps two cards at a time and goes on from the last deal, not from the best: what a deal
becomes depends on every card, and the neighbours of a good one are no better than any others.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from cardjudge.series.compiled import compiled
from cardjudge.series.workers import spread
from war.battle import INFINITE, RIFFLES, Battle, dealt
from war.course import follow
from war.deck import Deck
from war.series.deals import shuffled_deck, word
from war.series.kernel import U64, Cards, Word, lay, player, room
from war.series.kernel import word as word_at

GOALS = ("game", "cycle", "tail")
"""What is to be long: a game that ends, the cycle of an infinite one, or the way to its cycle."""


class Hunt(NamedTuple):
    """All that a search depends on, besides its number."""

    nb_vals: int
    longest: str
    seed: int
    alternate: bool
    steps: int
    """How often a search changes its deal."""


class Found(NamedTuple):
    """The best deal of a search: its length in rounds, its cards in the order of dealing."""

    length: int = 0
    cards: Sequence[int] = ()


_0, _1, _2, _4, _32 = map(U64, (0, 1, 2, 4, 32))
_LOW = U64((1 << 32) - 1)


def main() -> None:
    """Search, and print the hands of the best deal."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("nb_vals", type=int)
    parser.add_argument("searches", type=int)
    parser.add_argument("--longest", choices=GOALS, default="game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alternate", action="store_true")
    parser.add_argument("--steps", type=int, default=1 << 20)
    parser.add_argument("--workers", default="1")
    options = vars(parser.parse_args())
    searches, workers = options.pop("searches"), options.pop("workers")
    hunt = Hunt(**options)
    found = max(
        spread(partial(search, hunt), range(searches), workers, "searches"),
        key=lambda found: found.length,
    )
    if not found.cards:
        sys.exit("nothing found")
    battle = Battle(*dealt(Deck(found.cards)), alternate=hunt.alternate)
    print(battle.player1, battle.player2, sep="\n")
    course = follow(battle)
    cycle = "" if course.period is None else f", then a cycle of {course.period}"
    print(f"{course.rounds} rounds{cycle}", file=sys.stderr)


def search(hunt: Hunt, number: int) -> Found:
    """Change the deal of a search again and again; return the best that it was on the way."""
    deck = np.array(shuffled_deck(hunt.seed, number, hunt.nb_vals, RIFFLES), np.uint8)
    walk = _walk_alternating if hunt.alternate else _walk
    start, goal = U64(word(hunt.seed, number)), U64(GOALS.index(hunt.longest))
    length = walk(start, U64(hunt.steps), goal, deck)
    return Found(int(length), tuple(map(int, deck)) if length else ())


@compiled
def _round(hands: Cards, ends: Any) -> None:
    """Play a round of an infinite game, hands in rings; `ends` are heads, tails, and who is first.

    The trick is written past both tails, and then the winner's tail moves behind it.
    """
    last = U64(hands.shape[1]) - _1
    head1, head2, tail1, tail2, first = ends
    face_up = True
    while True:
        a, b = hands[0, head1 & last], hands[1, head2 & last]
        head1, head2 = head1 + _1, head2 + _1
        for hand, tail in ((0, tail1), (1, tail2)):
            place = tail + (head1 - ends[0]) * _2
            hands[hand, (place - _2 + first) & last] = a
            hands[hand, (place - _1 - first) & last] = b
        if face_up and a != b:
            break
        face_up = not face_up
    won = (head1 - ends[0]) * _2
    if a > b:
        tail1 += won
    else:
        tail2 += won
    ends[0], ends[1], ends[2], ends[3] = head1, head2, tail1, tail2


@compiled
def _same(hands: Cards, ends: Any, others: Cards, their: Any) -> bool:
    last = U64(hands.shape[1]) - _1
    if ends[2] - ends[0] != their[2] - their[0] or ends[4] != their[4]:
        return False
    for hand in range(2):
        for p in range(ends[2 + hand] - ends[hand]):
            if hands[hand, (ends[hand] + p) & last] != others[hand, (their[hand] + p) & last]:
                return False
    return True


@compiled
def _dealt(deck: Cards) -> tuple[Cards, Any]:
    ring = _4
    while ring < U64(deck.size) * _2:
        ring *= _2
    hands, ends = np.empty((2, ring), np.uint8), np.zeros(5, np.uint64)
    for p in range(U64(deck.size)):
        hands[p & _1, p >> _1] = deck[p]
    ends[2] = ends[3] = U64(deck.size) >> _1
    return hands, ends


@compiled
def _cycle(deck: Cards, multiple: Word, flip: Word) -> tuple[Word, Word]:
    """Return the rounds before the cycle of an infinite game, and its period, by a multiple."""
    hands, ends = _dealt(deck)
    others, their = _dealt(deck)
    for _ in range(multiple):
        _round(hands, ends)
        ends[4] ^= flip
    before = period = _0
    while not _same(hands, ends, others, their):
        _round(hands, ends)
        _round(others, their)
        ends[4] ^= flip
        their[4] ^= flip
        before += _1
    while period == _0 or not _same(hands, ends, others, their):
        _round(hands, ends)
        ends[4] ^= flip
        period += _1
    return before, period


def _walker(alternate: bool) -> Callable[..., Word]:
    """Make the function that searches; whether players alternate is compiled into it."""
    play, flip = player(alternate), U64(alternate)

    def walk(start: Word, steps: Word, goal: Word, deck: Cards) -> Word:
        cards = U64(deck.size)
        tape, pairs, kept = room(cards)
        longest, kept_deck = _0, deck.copy()
        for step in range(steps):
            lots = word_at(start, step)
            i, j = ((lots & _LOW) * cards) >> _32, ((lots >> _32) * cards) >> _32
            deck[i], deck[j] = deck[j], deck[i]
            lay(deck, tape)
            result, rounds, multiple = play(tape, pairs, kept, cards >> _1)
            length = _0
            if goal == _0:
                length = rounds if result != INFINITE else _0
            elif result == INFINITE and (multiple if goal == _1 else rounds) > longest:
                before, period = _cycle(deck, multiple, flip)
                length = period if goal == _1 else before
            if length > longest:
                longest = length
                kept_deck[:] = deck
        deck[:] = kept_deck
        return longest

    return compiled(walk)


_walk, _walk_alternating = _walker(alternate=False), _walker(alternate=True)

if __name__ == "__main__":
    main()
