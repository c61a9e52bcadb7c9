"""Many integers have a parser of their own, which reads and refuses the same as the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardjudge.numbers import MOST_DIGITS
from nim.integers import parse

BLANKS = st.text(" \t\n\r\x0b\x0c", max_size=3)
NUMBERS = st.integers(0, 2**70).map(str)
PADDING = b"5 \n" * 20_000
"""So many integers that they are read as many."""


@given(BLANKS, st.lists(st.tuples(st.sampled_from(["", "0", "00"]), NUMBERS, BLANKS)))
def test_both_parsers_read_the_same_integers(
    before: str, words: list[tuple[str, str, str]]
) -> None:
    text = before + "".join(f"{zeros}{number} {after}" for zeros, number, after in words)
    expected = list(map(int, text.split()))
    assert list(parse(text.encode())) == expected
    assert list(parse(PADDING + text.encode())) == [5] * 20_000 + expected


@pytest.mark.parametrize("word", ["1_0", "+7", "-1", "1,2", "[1]", "1.5", "1e5", "７", "x", "NaN"])
def test_an_invalid_integer_is_refused_among_many(word: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (it says nothing: the caller finds out why)
        parse(PADDING + f"{word} 6".encode())


def test_the_longest_integer_is_read_among_many() -> None:
    longest = b"9" * MOST_DIGITS
    assert parse(PADDING + longest)[-1] == int(longest)
    with pytest.raises(ValueError, match="digits"):
        parse(PADDING + longest + b"9")
