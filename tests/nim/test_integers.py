"""Reading integers: what is one, what is none, and where the error is."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.errors import InputError
from judge.stdio import Lines
from nim import judge
from nim.integers import MOST_DIGITS, Integers, parse, read_one
from nim.text.verdict import decimal

BLANKS = st.text(" \t\n\r\v\f", min_size=1, max_size=3)


@given(st.lists(st.tuples(st.integers(0, 2**70), BLANKS)))
def test_integers_between_any_blanks(words: list[tuple[int, str]]) -> None:
    text = "".join(f"{number}{blank}" for number, blank in words)
    assert list(parse(text.encode())) == [number for number, _ in words]


def test_a_million_bytes_are_read_in_pieces() -> None:
    numbers = list(range(200_000))
    assert list(parse(" ".join(map(str, numbers)).encode())) == numbers
    assert parse(b"1" + b" " * 100_000 + b"2" * 4000)[1] == int("2" * 4000)


@pytest.mark.parametrize(
    "word", ["", "-", "-1", "+7", "1_000", "７", "1.0", "0x1", "²", "1" * 4301]
)
def test_no_integer(word: str) -> None:
    with pytest.raises(ValueError, match="「"):
        read_one(word)
    if word:
        with pytest.raises(ValueError):  # noqa: PT011
            parse(b"1 2\n" + word.encode())
        with pytest.raises(InputError) as caught:
            Integers(Lines([b"1 2\n", word.encode()]))
        assert caught.value.line == 2


def test_a_wrong_character_after_a_number_beyond_machine_words_is_found() -> None:
    for large in (2**33, 2**65):
        with pytest.raises(ValueError):  # noqa: PT011
            parse(f"{large} {' ' * 100_000} 1_0".encode())


def test_the_line_of_an_integer() -> None:
    integers = Integers(Lines([b"1 2\n", b"\n", b"3\n"]))
    assert [integers.error(index, "x").line for index in range(4)] == [1, 1, 3, 4]


def test_what_is_read_before_shifts_the_lines() -> None:
    lines = Lines([b"first\n", b"1\n", b"2"])
    next(lines)
    integers = Integers(lines)
    assert [integers.error(index, "x").line for index in range(3)] == [2, 3, 4]


@pytest.mark.parametrize("digits", [1, 4000, 4001, 4300, 4301, 8001, 30_000])
def test_decimal_writes_what_str_refuses(digits: int) -> None:
    number = 10 ** (digits - 1) + 7 * (digits > 1)
    text = decimal(number)
    assert len(text) == digits
    assert text == "1" + "0" * (digits - 2) + "7" * (digits > 1)


def test_a_sum_with_more_digits_than_its_heaps() -> None:
    out: list[str] = []
    heaps = f"{2**14284} {2**14284 - 1}"
    assert judge.judge(Lines([f"2\n{heaps}\n".encode()]), out.append) == 0
    x = out[0].splitlines()[0].removeprefix("X = ")
    assert len(x) == MOST_DIGITS + 1
    assert x == decimal(2**14285 - 1)


numbers = st.integers(0, 6).map(str)
words = st.one_of(
    numbers, numbers, numbers, st.sampled_from(["-1", "1_0", "+1", "x", "１", "9" * 4301])
)
inputs = st.lists(st.lists(words, max_size=6).map(" ".join)).map("\n".join).map(str.encode)


@given(st.binary() | inputs)
@example(b"")
@example(b"\x00")
@example(b"1\n" + b"9" * 5000)
def test_any_input_is_judged_or_refused(data: bytes) -> None:
    for command in (judge.judge, judge.choose, judge.line, judge.graph):
        try:
            assert command(Lines(data.splitlines(keepends=True)), lambda text: text.encode()) == 0
        except InputError as error:
            assert 1 <= error.line <= data.count(b"\n") + data.count(b"\r") + 3
            assert "\n" not in str(error)
            assert len(str(error)) < 200
