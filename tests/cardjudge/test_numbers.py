"""Integers as words: their digits are read exactly, and no other word is an integer."""

from hypothesis import given
from hypothesis import strategies as st

from cardjudge.numbers import MOST_DIGITS, integer

INTEGERS = st.integers(-(10**30), 10**30)


@given(INTEGERS, INTEGERS, INTEGERS)
def test_an_integer_is_read_if_it_is_within_its_bounds(value: int, least: int, most: int) -> None:
    assert integer(str(value), least, most) == (value if least <= value <= most else None)


@given(st.text())
def test_only_ascii_digits_are_an_integer(word: str) -> None:
    digits = bool(word) and set(word.removeprefix("-")) <= set("0123456789") and word != "-"
    assert (integer(word, least=-(10**MOST_DIGITS)) is not None) == digits


def test_a_word_that_is_too_long_is_no_integer() -> None:
    assert integer("9" * MOST_DIGITS) == 10**MOST_DIGITS - 1
    assert integer("9" * (MOST_DIGITS + 1)) is None
