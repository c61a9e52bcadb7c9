"""Decks and the American shuffle."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from war import Deck

cards = st.lists(st.integers(1, 13), max_size=60)


@given(cards, cards)
def test_pick_moves_the_top_card_to_the_bottom(here: list[int], there: list[int]) -> None:
    deck, other = Deck(here), Deck(there)
    if there:
        assert deck.pick(other) == there[0]
        assert (list(deck), list(other)) == ([*here, there[0]], there[1:])
    else:
        assert deck.pick(other) == -1
        assert (list(deck), list(other)) == (here, there)


def test_a_huge_deck_is_checked_at_once() -> None:
    deck = Deck(100_000)
    assert deck.is_valid(100_000)
    assert not deck.is_valid(99_999)


@given(cards, st.randoms())
def test_split_takes_the_first_cards(here: list[int], rng: random.Random) -> None:
    deck = Deck(here)
    state = rng.getstate()
    heads = deck.cut(rng)
    rng.setstate(state)
    top = deck.split(rng)
    assert (list(top), list(deck)) == (here[:heads], here[heads:])


@given(st.integers(0, 30), st.integers(0, 30), st.randoms())
def test_a_riffle_keeps_the_order_of_both_piles(a: int, b: int, rng: random.Random) -> None:
    deck, other = Deck(range(a)), Deck(range(100, 100 + b))
    deck.riffle_with(other, rng)
    assert [card for card in deck if card < 100] == list(range(a))
    assert [card for card in deck if card >= 100] == list(range(100, 100 + b))
    assert len(other) == 0


def test_an_invalid_card_is_refused() -> None:
    for wrong in ["1"], [1.0], [None], "12":
        with pytest.raises(TypeError, match="a card is an integer"):
            Deck(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no fewer than 0 values"):
        Deck(-1)
