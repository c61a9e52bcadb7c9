"""Legal plays: the chain finds those that brute force finds among all choices of cards."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from big2.cards import DECK, Card
from big2.game import Game
from big2.patterns import BUILTIN, Chain, Play
from big2.players.base import LegalPlays
from tests.big2.four_of_a_kind import FourOfAKind, StraightFlush
from tests.big2.test_patterns import cards, recognised

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


def test_cards_that_are_not_in_the_hand_are_not_legal() -> None:
    legal = LegalPlays(BUILTIN, tuple(cards("C3 D3 C4")), None, False)
    assert recognised("C3 D3") in legal
    assert recognised("C3 H3") not in legal


def test_equal_plays_are_listed_once() -> None:
    hand = tuple(sorted(cards("C3 D3 C4 D4 C5 C6 C7 D7")))
    straights = [p for p in LegalPlays(BUILTIN, hand, None, False).distinct() if len(p.cards) == 5]
    assert straights == [recognised("C3 C4 C5 C6 C7"), recognised("C3 C4 C5 C6 D7")]


@settings(max_examples=2)
@given(st.integers(0, 2**32))
def test_the_game_accepts_exactly_the_legal_plays(seed: int) -> None:
    rng = Random(seed)
    game = Game(rng.sample(DECK, 52), BOMBS)
    while game.winner is None:
        legal = list(LegalPlays(game.chain, game.hand, game.top, game.opening))
        for play in game.chain.plays(game.hand):
            indices = game.indices(play)
            assert indices is not None
            assert (game.judge(indices) == play) == (play in legal)
        game.step(game.indices(rng.choice(legal)) if legal and rng.random() < 0.8 else None)
        if game.top is None and rng.random() < 0.5:
            game.step([0])
