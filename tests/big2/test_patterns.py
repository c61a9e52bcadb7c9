"""The built-in patterns: which cards they recognise, which plays win, and no overlap."""

import random
from itertools import combinations, permutations
from pathlib import Path

import pytest

from big2.cards import BY_TEXT, DECK, Card
from big2.patterns import BUILTIN, Play

SAMPLED_HANDS = 40_000


def cards(words: str) -> list[Card]:
    return [BY_TEXT[f"{word[0]}[{word[1:]}]"] for word in words.split()]


def recognised(words: str) -> Play:
    play = BUILTIN.recognise(cards(words))
    assert play is not None, words
    return play


TABLE = Path(__file__).with_name("recognised.txt").read_text("utf-8")
RECOGNISED = [line.split(" | ") for line in TABLE.splitlines()]
"""Rows: the reason for the row, the cards and their pattern, ``-`` for none."""


@pytest.mark.parametrize(
    ("words", "name"), [row[1:] for row in RECOGNISED], ids=[r[0] for r in RECOGNISED]
)
def test_a_pattern_recognises_its_cards_in_any_order(words: str, name: str) -> None:
    for order in permutations(cards(words)):
        play = BUILTIN.recognise(order)
        assert (play.pattern.name if play else "-") == name
        assert play is None or play.cards == tuple(sorted(cards(words)))


LADDERS = [
    ("rank before suit", ["S3", "C4", "D4", "C10", "CJ", "CA", "C2", "S2"]),
    ("pair by its greater card", ["C3 H3", "D3 S3", "C4 D4", "H4 S4", "CA DA", "C2 D2"]),
    ("straight", ["C3 C4 C5 C6 C7", "D3 D4 D5 D6 D7", "C4 D5 D6 D7 D8", "C10 CJ CQ CK CA"]),
    (
        "straight with a two",
        ["C10 CJ CQ CK SA", "D2 C3 C4 C5 C6", "CJ CQ CK CA H2", "S2 S3 SK SQ SA"],
    ),
    (
        "full house by its triple",
        ["C3 D3 H3 C2 D2", "C5 D5 H5 C4 D4", "CA DA HA C3 D3", "C2 D2 H2 C3 D3"],
    ),
]


@pytest.mark.parametrize("rungs", [row[1] for row in LADDERS], ids=[row[0] for row in LADDERS])
def test_each_rung_beats_all_below_it_and_no_other(rungs: list[str]) -> None:
    plays = [recognised(words) for words in rungs]
    for (low, below), (high, above) in combinations(enumerate(plays), 2):
        assert low < high
        assert above.beats(below)
        assert not below.beats(above)
    assert not any(play.beats(play) for play in plays)


def test_no_cards_belong_to_two_patterns() -> None:
    rng = random.Random(2)
    hands = [*combinations(DECK, 1), *combinations(DECK, 2)]
    hands += [tuple(sorted(rng.sample(DECK, 5))) for _ in range(SAMPLED_HANDS)]
    # Random hands are seldom straights or full houses: take many of those too.
    for _ in range(SAMPLED_HANDS // 10):
        lowest, triple, pair = rng.randrange(13), *rng.sample(range(13), 2)
        hands.append(tuple(sorted(Card((lowest + i) % 13, rng.randrange(4)) for i in range(5))))
        suits = rng.sample(range(4), 3), rng.sample(range(4), 2)
        hands.append(
            tuple(sorted([Card(triple, s) for s in suits[0]] + [Card(pair, s) for s in suits[1]]))
        )
    counts = [sum(pattern.key(hand) is not None for pattern in BUILTIN) for hand in hands]
    assert max(counts) == 1
    assert sum(counts) > len(DECK) + SAMPLED_HANDS // 5
