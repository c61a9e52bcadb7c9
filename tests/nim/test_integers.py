"""The text of integers is read as `int` reads it, without what the format does not allow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardjudge.numbers import MOST_DIGITS
from nim.integers import parse

BLANKS = st.text(" \t\n\r\x0b\x0c", max_size=3)
NUMBERS = st.integers(0, 2**70).map(str)


@given(BLANKS, st.lists(st.tuples(st.sampled_from(["", "0", "00"]), NUMBERS, BLANKS)))
def test_integers_are_read(before: str, words: list[tuple[str, str, str]]) -> None:
    text = before + "".join(f"{zeros}{number} {after}" for zeros, number, after in words)
    assert parse(text.encode()) == list(map(int, text.split()))


@pytest.mark.parametrize("word", ["1_0", "+7", "-1", "1,2", "[1]", "1.5", "1e5", "７", "x", "NaN"])
def test_an_invalid_integer_is_refused(word: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (it says nothing: the caller finds out why)
        parse(f"5 {word} 6".encode())


def test_the_longest_integer_is_read() -> None:
    longest = b"9" * MOST_DIGITS
    assert parse(longest) == [int(longest)]
    with pytest.raises(ValueError, match="digits"):
        parse(longest + b"9")
