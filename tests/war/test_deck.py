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


@given(cards, cards)
def test_pick_all_keeps_the_order(here: list[int], there: list[int]) -> None:
    deck, other = Deck(here), Deck(there)
    deck.pick_all(other)
    assert (list(deck), list(other)) == (here + there, [])


@pytest.mark.parametrize(
    ("deck", "nb_vals", "valid"),
    [
        ([], 0, True),
        ([], 3, True),
        ([1, 2, 3], 3, True),
        ([1, 2, 3], 2, False),
        ([0, 1], 3, False),
        ([-1], 3, False),
        ([2, 2, 1, 2, 2], 3, True),
        ([2, 2, 1, 2, 2, 2], 3, False),
    ],
)
def test_a_deck_is_valid_if_no_value_is_out_of_range_or_too_frequent(
    deck: list[int], nb_vals: int, valid: bool
) -> None:
    assert Deck(deck).is_valid(nb_vals) is valid


def test_a_huge_deck_is_checked_at_once() -> None:
    deck = Deck(100_000)
    assert deck.is_valid(100_000)
    assert not deck.is_valid(99_999)


@given(st.integers(0, 20))
def test_a_full_deck_is_valid_and_ascends(nb_vals: int) -> None:
    deck = Deck(nb_vals)
    assert list(deck) == sorted(deck)
    assert len(deck) == 4 * nb_vals
    assert deck.is_valid(nb_vals)


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


def test_the_same_seed_shuffles_alike() -> None:
    one, two = Deck(13), Deck(13)
    one.riffle_shuffle(7, random.Random(5))
    two.riffle_shuffle(7, random.Random(5))
    assert one == two
    assert one != Deck(13)
    assert sorted(one) == list(Deck(13))


def test_a_copy_is_another_deck() -> None:
    deck = Deck([1, 2])
    copy = deck.copy()
    assert copy == deck
    copy.pick(deck)
    assert (str(deck), str(copy), repr(copy)) == ("2", "1 2 1", "Deck([1, 2, 1])")
    assert deck != [2]


def test_an_invalid_card_is_refused() -> None:
    for wrong in ["1"], [1.0], [None], "12":
        with pytest.raises(TypeError, match="a card is an integer"):
            Deck(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no fewer than 0 values"):
        Deck(-1)


def test_a_shuffle_without_a_generator_is_random() -> None:
    decks = [Deck(13) for _ in range(3)]
    for deck in decks:
        deck.riffle_shuffle(7)
    assert {sum(deck) for deck in decks} == {364}
    assert len({str(deck) for deck in decks}) == 3
