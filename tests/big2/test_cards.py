"""Cards: notation and order."""

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
