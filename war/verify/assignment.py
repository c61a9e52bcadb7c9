"""The nine tests of the assignment, at its sizes and within its bounds, with their figures."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from math import comb
from typing import NamedTuple

from war.battle import DRAW, INFINITE, RIFFLES, Battle
from war.deck import Deck
from war.series import plain
from war.series.chunks import Chunk, Series
from war.series.stats import compiled, tally
from war.verify.riffles import suspicious

VALUES = 13
CARDS = 52


class Verdict(NamedTuple):
    """What became of a test: its figures, and whether they are as they must be."""

    name: str
    passed: bool
    figures: Mapping[str, object]


def cuts(seed: int) -> Verdict:
    """Cuts are binomial: the greatest deviation of a frequency from its probability is small."""
    rng, calls, bound = random.Random(seed), 100_000, 0.0025
    deck, found = Deck(VALUES), [0] * (CARDS + 1)
    for _ in range(calls):
        found[deck.cut(rng)] += 1
    norm = max(abs(found[c] / calls - comb(CARDS, c) / 2**CARDS) for c in range(CARDS + 1))
    return Verdict("21a", norm < bound, {"calls": calls, "norm": norm, "bound": bound})


def splits(seed: int) -> Verdict:
    """The two parts of a split deck make the deck again."""
    rng, calls, bad = random.Random(seed), 100, 0
    for _ in range(calls):
        rest = Deck(VALUES)
        joined = rest.split(rng)
        joined.pick_all(rest)
        bad += joined != Deck(VALUES) or len(rest) > 0
    return Verdict("21b", bad == 0, {"calls": calls, "bad": bad})


def riffles(seed: int) -> Verdict:
    """A riffle keeps the order of both piles, and every such order of 5 and 5 cards occurs."""
    rng, calls, bad = random.Random(seed), 10_000, 0
    for _ in range(calls):
        pile, other = Deck(range(1, 27)), Deck(range(27, 53))
        pile.riffle_with(other, rng)
        parts = [c for c in pile if c <= 26], [c for c in pile if c > 26]
        bad += parts != (list(range(1, 27)), list(range(27, 53))) or len(other) > 0
    outcomes = set()
    for _ in range(calls):
        pile, other = Deck(range(1, 6)), Deck(range(6, 11))
        pile.riffle_with(other, rng)
        outcomes.add(tuple(pile))
    figures = {"calls": calls, "bad": bad, "outcomes": len(outcomes), "all_outcomes": comb(10, 5)}
    return Verdict("22", bad == 0 and len(outcomes) == comb(10, 5), figures)


def shuffles(seed: int) -> Verdict:
    """Among a million decks riffled seven times at most five are suspicious."""
    calls, bound = 1_000_000, 5
    decks = Chunk(Series(VALUES, seed), 0, calls)
    found = (compiled() or plain).count_suspicious(decks)
    return Verdict("23", found <= bound, {"calls": calls, "found": found, "bound": bound})


def deals(seed: int) -> Verdict:
    """A new battle has a shuffled deck dealt in turns, the first card to player 1."""
    rng, calls, bad, found, bound = random.Random(seed), 1000, 0, 0, 0
    for _ in range(calls):
        state = rng.getstate()
        battle = Battle(VALUES, rng=rng)
        rng.setstate(state)
        deck = Deck(VALUES)
        deck.riffle_shuffle(RIFFLES, rng)
        cards = list(deck)
        bad += battle != Battle(Deck(cards[::2]), Deck(cards[1::2]))
        found += suspicious(cards)
    figures = {"calls": calls, "bad": bad, "found": found, "bound": bound}
    return Verdict("31", bad == 0 and found <= bound, figures)


_ROUNDS = [
    # hands, whether the round comes to its end, hands and trick after it
    ("", "1", False, "", "1", ""),
    ("1", "", False, "1", "", ""),
    ("2 5", "1 6", True, "5 2 1", "6", ""),
    ("1 5", "2 6", True, "5", "6 1 2", ""),
    ("1", "2", True, "", "1 2", ""),
    ("3 1 4 7", "3 2 2", True, "7 3 3 1 2 4 2", "", ""),
    ("3 1 4 7 2", "3 2 4 7 3", True, "", "3 3 1 2 4 4 7 7 2 3", ""),
    ("3", "3", False, "", "", "3 3"),
    ("3", "3 4", False, "", "4", "3 3"),
    ("3 4", "3", False, "4", "", "3 3"),
    ("3 1", "3 2", False, "", "", "3 3 1 2"),
    ("3 1", "3 2 5", False, "", "5", "3 3 1 2"),
    ("3 1 5 6", "3 2", False, "5 6", "", "3 3 1 2"),
    ("3 1 4", "3 2 4", False, "", "", "3 3 1 2 4 4"),
]


def rounds(_: int) -> Verdict:
    """Rounds are won, lost, fought over in wars, and cut short, as by hand."""
    bad = 0
    for one, two, ends, after1, after2, trick in _ROUNDS:
        battle = _battle(one, two)
        bad += (
            battle.is_over() != (not one or not two)
            or battle.one_round() != ends
            or battle != Battle(_deck(after1), _deck(after2), _deck(trick))
            or battle.is_over() != (not after1 or not after2)
        )
    return Verdict("32", bad == 0, {"calls": len(_ROUNDS), "bad": bad})


_LIMITED = [
    # hands, rounds at most, result, hands after them
    ("1 2", "2 1", 0, DRAW, "1 2", "2 1"),
    ("1 2 3", "2 1", 0, 1, "1 2 3", "2 1"),
    ("1 2", "2 1", 1, 2, "2", "1 1 2"),
    ("1 2", "2 1", 2, DRAW, "2 1", "1 2"),
    ("1 2 1 2", "2 1 2 1", 1000, DRAW, "2 1 2 1", "1 2 1 2"),
    ("2 2", "1 1", 1000, 1, "2 1 2 1", ""),
    ("1", "2", 1, 2, "", "1 2"),
    ("1 1 1", "1 1 1", 1000, DRAW, "", ""),
    ("", "", 1000, DRAW, "", ""),
]


def limited_games(_: int) -> Verdict:
    """Games of limited length end with the right winner in the right state, as by hand."""
    bad = 0
    for one, two, turns, result, after1, after2 in _LIMITED:
        battle = _battle(one, two)
        bad += (
            battle.game(turns) != result
            or (battle.player1, battle.player2) != (_deck(after1), _deck(after2))
            or battle.winner() != result
        )
    return Verdict("33", bad == 0, {"calls": len(_LIMITED), "bad": bad})


_UNLIMITED = [
    ("2 2", "1 1", 1),
    ("1 1", "2 2", 2),
    ("1 1 1 1", "1 1 1 1", DRAW),
    ("1 2", "2 1", INFINITE),
    ("1 2 1 2", "2 1 2 1", INFINITE),
    ("3 1", "3 2", DRAW),
    ("3 1", "3 2 5", 2),
    ("3 1 5 6", "3 2", 1),
]


def games(seed: int) -> Verdict:
    """Games end as by hand, and random ones as a search among all states so far says."""
    bad = sum(_battle(one, two).game() != result for one, two, result in _UNLIMITED)
    rng, calls = random.Random(seed), 100
    for _ in range(calls):
        battle = Battle(5, rng=rng)
        played, states = battle.copy(), set[str]()
        while (state := str(battle)) not in states:
            states.add(state)
            if not battle.one_round():
                bad += played.game() != battle.winner()
                break
        else:
            bad += played.game() != INFINITE
    return Verdict("41", bad == 0, {"calls": len(_UNLIMITED) + calls, "bad": bad})


def statistics(seed: int) -> Verdict:
    """Games of 11, 12 and 13 values are counted, the first of them as the reference says."""
    calls, checked, bad = 10_000, 50, 0
    infinite = {}
    for alternate in False, True:
        tallies = []
        for nb_vals in 11, 12, 13:
            series = Series(nb_vals, seed, alternate=alternate)
            tallies.append(tally(Chunk(series, 0, calls)))
            first = plain.tally(Chunk(series, 0, checked))
            bad += tally(Chunk(series, 0, checked)) != first
        infinite[alternate] = "、".join(f"{t.infinite / calls:.1%}" for t in tallies)
    figures = {"calls": calls, "fixed": infinite[False], "turns": infinite[True], "bad": bad}
    return Verdict("42", bad == 0, figures)


TESTS: dict[str, Callable[[int], Verdict]] = {
    "21a": cuts,
    "21b": splits,
    "22": riffles,
    "23": shuffles,
    "31": deals,
    "32": rounds,
    "33": limited_games,
    "41": games,
    "42": statistics,
}
"""The tests by their numbers; each takes a seed."""


def _deck(cards: str) -> Deck:
    return Deck(map(int, cards.split()))


def _battle(one: str, two: str) -> Battle:
    return Battle(_deck(one), _deck(two))
