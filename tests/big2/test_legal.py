"""Legal plays: the chain finds those that brute force finds among all choices of cards."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from big2.cards import DECK, Card
from big2.patterns import BUILTIN, Chain, Play
from big2.players.base import LegalPlays
from tests.big2.four_of_a_kind import FourOfAKind, StraightFlush

BOMBS = BUILTIN.led_by(StraightFlush, FourOfAKind)

some_cards = st.lists(st.sampled_from(DECK), unique=True, max_size=9)
few_ranks = st.lists(st.sampled_from(DECK[:24]), unique=True, max_size=9)
hands = st.one_of(some_cards, few_ranks).map(lambda hand: tuple(sorted(hand)))


def by_brute_force(chain: Chain, hand: tuple[Card, ...]) -> list[Play]:
    choices = [c for size in range(len(hand) + 1) for c in combinations(hand, size)]
    return [play for choice in choices if (play := chain.recognise(choice)) is not None]


@pytest.mark.parametrize("chain", [BUILTIN, BOMBS], ids=["builtin", "bombs"])
@given(hand=hands)
def test_the_chain_finds_every_play_once(chain: Chain, hand: tuple[Card, ...]) -> None:
    assert sorted(chain.plays(hand), key=str) == sorted(by_brute_force(chain, hand), key=str)


@settings(max_examples=20)
@given(hand=hands, top=st.none() | st.integers(0, 2**32), opening=st.booleans())
def test_legal_plays_are_those_of_brute_force(
    hand: tuple[Card, ...], top: int | None, opening: bool
) -> None:
    on_table = None
    if top is not None:
        rng = Random(top)
        plays = list(BOMBS.plays(tuple(sorted(rng.sample(DECK[:32], 13)))))
        on_table = rng.choice(plays)
    legal = LegalPlays(BOMBS, hand, on_table, opening)
    expected = [
        play
        for play in by_brute_force(BOMBS, hand)
        if (not opening or DECK[0] in play.cards) and (on_table is None or play.beats(on_table))
    ]
    assert sorted(legal, key=str) == sorted(expected, key=str)
    assert bool(legal) == bool(expected)
    assert all((play in legal) == (play in expected) for play in by_brute_force(BOMBS, hand))
    assert set(legal.distinct()) <= set(expected)
