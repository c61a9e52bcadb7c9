"""Legal plays: the chain finds those that brute force finds among all choices of cards."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from big2.cards import DECK, Card
from big2.game import Game
from big2.patterns import BUILTIN, Chain, Play
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
@given(hand=hands, top=st.none() | st.integers(0, 2**32))
def test_legal_plays_are_those_of_brute_force(hand: tuple[Card, ...], top: int | None) -> None:
    on_table = None
    if top is not None:
        rng = Random(top)
        plays = list(BOMBS.plays(tuple(sorted(rng.sample(DECK[:32], 13)))))
        on_table = rng.choice(plays)
    game = Game(DECK, BOMBS)
    game.player, game.top = 0, on_table
    game.hands[0] = hand
    expected = [
        play
        for play in by_brute_force(BOMBS, hand)
        if on_table is None or play.beats(on_table)
        if on_table is not None or DECK[0] not in hand or DECK[0] in play.cards
    ]
    assert sorted(game.legal(), key=str) == sorted(expected, key=str)
