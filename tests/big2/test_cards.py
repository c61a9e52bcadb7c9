"""Cards: notation and order."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from big2.cards import DECK, Card


@given(st.sampled_from(DECK))
def test_notation_round_trips(card: Card) -> None:
    assert Card.parse(str(card)) == card


@given(st.text("CDHS[]0123456789JQKA", max_size=6))
def test_a_text_is_refused_unless_it_is_the_notation_of_a_card(text: str) -> None:
    try:
        assert str(Card.parse(text)) == text
    except ValueError:
        assert text not in map(str, DECK)


@pytest.mark.parametrize("wrong", ["S[1]", "s[3]", "S[11]", "S[3", "S3", "S[j]", " S[3]", "T[3]"])
def test_texts_that_are_nearly_a_card_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(wrong)):
        Card.parse(wrong)


def test_cards_are_ordered_by_rank_and_then_by_suit() -> None:
    written = [
        f"{suit}[{rank}]" for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split() for suit in "CDHS"
    ]
    assert [str(card) for card in sorted(DECK)] == written
